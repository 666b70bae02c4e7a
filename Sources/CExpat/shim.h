#ifndef STANZAKIT_CEXPAT_SHIM_H
#define STANZAKIT_CEXPAT_SHIM_H

#include <expat.h>
#include <stdint.h>
#include <string.h>

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

#endif
