#ifndef STANZAKIT_CEXPAT_SHIM_H
#define STANZAKIT_CEXPAT_SHIM_H

#include <expat.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Reparse deferral came with expat 2.6.0 and was backported under older version numbers, so only the
 * symbol tells whether it is there. */
extern XML_Bool XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled) __attribute__((weak));

static inline void stanzakit_disable_reparse_deferral(XML_Parser parser) {
    if (XML_SetReparseDeferralEnabled) {
        XML_SetReparseDeferralEnabled(parser, XML_FALSE);
    }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define STANZAKIT_NO_ADDRESS_CHECK __attribute__((no_sanitize("address")))
#endif
#endif
#ifndef STANZAKIT_NO_ADDRESS_CHECK
#define STANZAKIT_NO_ADDRESS_CHECK
#endif

/* Eight bytes of which at least the first belongs to the caller. The others may lie behind the end of an
 * allocation, though never on another page: the caller sees to that. */
STANZAKIT_NO_ADDRESS_CHECK static inline uint64_t stanzakit_load_word(const uint8_t *bytes) {
    uint64_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
}

/* Copies sixteen bytes that may be read as those of a word, and returns how many of them come before a zero. */
STANZAKIT_NO_ADDRESS_CHECK static inline unsigned stanzakit_copy_block(const uint8_t *source, uint8_t *target) {
#if defined(__SSE2__)
    __m128i block = _mm_loadu_si128((const __m128i *)source);
    _mm_storeu_si128((__m128i *)target, block);
    unsigned zeros = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_setzero_si128()));
    return zeros ? (unsigned)__builtin_ctz(zeros) : 16;
#else
    __builtin_memcpy(target, source, 16);
    for (unsigned i = 0; i < 16; i++) {
        if (!target[i]) return i;
    }
    return 16;
#endif
}

#endif
