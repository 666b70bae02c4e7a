#include "CBench.h"

#include <expat.h>

static void XMLCALL ignore_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    (void)data;
    (void)name;
    (void)attributes;
}

static void XMLCALL ignore_end(void *data, const XML_Char *name) {
    (void)data;
    (void)name;
}

static void XMLCALL ignore_text(void *data, const XML_Char *text, int count) {
    (void)data;
    (void)text;
    (void)count;
}

baseline_parser *baseline_parser_create(void) {
    XML_Parser parser = XML_ParserCreateNS(NULL, '|');
    if (!parser) return NULL;
    XML_SetElementHandler(parser, ignore_start, ignore_end);
    XML_SetCharacterDataHandler(parser, ignore_text);
    return (baseline_parser *)parser;
}

void baseline_parser_free(baseline_parser *parser) {
    XML_ParserFree((XML_Parser)parser);
}

bool baseline_parser_feed(baseline_parser *parser, const uint8_t *bytes, size_t count) {
    return XML_Parse((XML_Parser)parser, (const char *)bytes, (int)count, XML_FALSE) == XML_STATUS_OK;
}

typedef struct {
    long depth;
    long children;
} counts;

static void XMLCALL count_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    counts *counts = data;
    (void)name;
    (void)attributes;
    if (counts->depth++ == 1) counts->children++;
}

static void XMLCALL count_end(void *data, const XML_Char *name) {
    (void)name;
    ((counts *)data)->depth--;
}

long baseline_count_children(const uint8_t *document, size_t count) {
    XML_Parser parser = XML_ParserCreateNS(NULL, '|');
    if (!parser) return -1;
    counts counts = {0, 0};
    XML_SetUserData(parser, &counts);
    XML_SetElementHandler(parser, count_start, count_end);
    enum XML_Status status = XML_Parse(parser, (const char *)document, (int)count, XML_TRUE);
    XML_ParserFree(parser);
    return status == XML_STATUS_OK ? counts.children : -1;
}
