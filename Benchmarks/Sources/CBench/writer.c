#include "CBench.h"

#include <string.h>

static uint8_t *append(uint8_t *output, const void *bytes, size_t count) {
    memcpy(output, bytes, count);
    return output + count;
}

static uint8_t *append_escaped(uint8_t *output, const uint8_t *bytes, size_t count, bool in_attribute) {
    for (size_t i = 0; i < count; i++) {
        switch (bytes[i]) {
        case '<': output = append(output, "&lt;", 4); break;
        case '>': output = append(output, "&gt;", 4); break;
        case '&': output = append(output, "&amp;", 5); break;
        case '\'':
            if (in_attribute) {
                output = append(output, "&apos;", 6);
                break;
            }
            /* fall through */
        default: *output++ = bytes[i];
        }
    }
    return output;
}

size_t baseline_write(const baseline_piece *pieces, size_t count, uint8_t *output) {
    uint8_t *end = output;
    for (size_t i = 0; i < count; i++) {
        baseline_piece piece = pieces[i];
        end = piece.kind == BASELINE_MARKUP
                  ? append(end, piece.bytes, piece.count)
                  : append_escaped(end, piece.bytes, piece.count, piece.kind == BASELINE_ATTRIBUTE_VALUE);
    }
    return (size_t)(end - output);
}

size_t baseline_copy_address(const uint8_t *address, size_t count, uint8_t *output) {
    const uint8_t *slash = memchr(address, '/', count);
    size_t bare = slash ? (size_t)(slash - address) : count;
    for (size_t i = 0; i < bare; i++) output[i] = address[i] - 'A' < 26u ? address[i] | 0x20 : address[i];
    memcpy(output + bare, address + bare, count - bare);
    return count;
}
