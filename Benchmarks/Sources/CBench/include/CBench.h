/* What the benchmarks compare with, in C, and what they need to look at the heap. */
#ifndef STANZAKIT_CBENCH_H
#define STANZAKIT_CBENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bare expat with namespace processing and handlers that do nothing. */

typedef struct baseline_parser baseline_parser;

baseline_parser *baseline_parser_create(void);
void baseline_parser_free(baseline_parser *parser);
/* Whether expat took the bytes, which continue those given before. */
bool baseline_parser_feed(baseline_parser *parser, const uint8_t *bytes, size_t count);

/* The number of elements directly below the root of a document, or -1 if expat refuses it. */
long baseline_count_children(const uint8_t *document, size_t count);

/* The least that writing XML can do: copy markup, escape values. */

enum { BASELINE_MARKUP, BASELINE_TEXT, BASELINE_ATTRIBUTE_VALUE };

typedef struct {
    const uint8_t *bytes;
    size_t count;
    int kind;
} baseline_piece;

/* Writes pieces to `output`, which has room for six times their bytes; returns how many bytes were written. */
size_t baseline_write(const baseline_piece *pieces, size_t count, uint8_t *output);

/* The key derivation that a login by SCRAM-SHA-256 cannot do without; whether OpenSSL carries it out. */
bool baseline_pbkdf2_sha256(const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count,
                            int iterations, uint8_t output[32]);
/* Copies an address with all before its resourcepart in lower case, to `output`, which has room for it; returns the
 * number of bytes. */
size_t baseline_copy_address(const uint8_t *address, size_t count, uint8_t *output);

/* The heap. */

/* Whether this platform allows counting allocations. */
bool heap_counts_allocations(void);
/* How often memory was allocated or reallocated since the program began. */
uint64_t heap_allocation_count(void);
/* Bytes in use on the heap. */
size_t heap_used_bytes(void);

/* Other programs. */

/* Runs a program, found in PATH, and returns its exit status, 128 and more after a signal, or -1 if there is none of
 * that name. `arguments` begin with the name and end with NULL. */
int process_run(const char *const *arguments, bool discards_output);

/* Runs a program likewise, without its output and its complaints, and tells the most memory that it had at a time, in
 * bytes. On Linux that is at least what this process has ever had, which the new one shares until it begins. */
int process_measure(const char *const *arguments, uint64_t *peak_bytes);

#endif
