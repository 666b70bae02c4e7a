#include "CBench.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

/* A program's own malloc takes the place of the C library's, for the libraries it links too. */

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t allocations;

static void count_one(void) {
    atomic_store_explicit(
        &allocations, atomic_load_explicit(&allocations, memory_order_relaxed) + 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    count_one();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *allocated = memalign(alignment, size);
    if (!allocated) return ENOMEM;
    *block = allocated;
    return 0;
}

bool heap_counts_allocations(void) { return true; }

uint64_t heap_allocation_count(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

size_t heap_used_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

#elif defined(__APPLE__)

#include <malloc/malloc.h>

bool heap_counts_allocations(void) { return false; }

uint64_t heap_allocation_count(void) { return 0; }

size_t heap_used_bytes(void) { return mstats().bytes_used; }

#else

bool heap_counts_allocations(void) { return false; }

uint64_t heap_allocation_count(void) { return 0; }

size_t heap_used_bytes(void) { return 0; }

#endif
