/* The memory of the session, mapped at the addresses of device pointers. The mapping grows with use, so
 * that a program with a limited address space needs space only for its allocations. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena.h"
#include "server.h"

/* AddressSpace.GLOBAL of the simulator. */
#define BASE 0x200000000000ULL

/* Granularity of the mapping, in bytes. */
#define STEP (1ULL << 20)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;
static int memory = -1;
static uint64_t limit;
static _Atomic uint64_t mapped;

int in_arena(uint64_t address) {
    return address >= BASE && address - BASE < atomic_load(&mapped);
}

int arena_open(uint64_t server, uint64_t descriptor, uint64_t capacity) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)server,
             (unsigned long long)descriptor);
    memory = open(path, O_RDWR | O_CLOEXEC);
    limit = capacity;
    if (memory < 0) {
        complain("the device server's memory %s cannot be opened (%s)", path, strerror(errno));
    }
    return memory < 0 ? -1 : 0;
}

/* A forked child does not inherit the mapping, as with a real driver. */
static int map(uint64_t from, uint64_t to) {
    void *wanted = (void *)(uintptr_t)(BASE + from);
    void *got = mmap(wanted, to - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                     memory, (off_t)from);
    if (got == MAP_FAILED || got != wanted) {
        complain("%llu bytes of device memory cannot be mapped at 0x%llx (%s)",
                 (unsigned long long)(to - from), (unsigned long long)(BASE + from),
                 got == MAP_FAILED ? strerror(errno) : "the kernel gives another place");
        if (got != MAP_FAILED) {
            munmap(got, to - from);
        }
        return -1;
    }
    return madvise(got, to - from, MADV_DONTFORK);
}

int arena_grow(uint64_t top) {
    if (top <= atomic_load(&mapped)) {
        return 0;
    }
    int result = 0;
    pthread_mutex_lock(&growing);
    uint64_t from = atomic_load(&mapped);
    uint64_t to = (top + STEP - 1) / STEP * STEP;
    if (to > limit) {
        to = limit;
    }
    if (to > from) {
        if (map(from, to) == 0) {
            atomic_store(&mapped, to);
        } else {
            result = -1;
        }
    }
    pthread_mutex_unlock(&growing);
    return result;
}
