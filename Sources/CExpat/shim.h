#ifndef STANZAKIT_CEXPAT_SHIM_H
#define STANZAKIT_CEXPAT_SHIM_H

#include <expat.h>

/* Reparse deferral came with expat 2.6.0 and was backported under older version numbers, so only the
 * symbol tells whether it is there. */
extern XML_Bool XML_SetReparseDeferralEnabled(XML_Parser parser, XML_Bool enabled) __attribute__((weak));

static inline void stanzakit_disable_reparse_deferral(XML_Parser parser) {
    if (XML_SetReparseDeferralEnabled) {
        XML_SetReparseDeferralEnabled(parser, XML_FALSE);
    }
}

#endif
