/* The memory of the session has two parts. What the program shares with kernels, pinned and managed
 * memory, is mapped at the addresses of its pointers. Memory of devices is mapped elsewhere, for the copies
 * of this library: an access of the program to its address raises SIGSEGV, as with a GPU. Both mappings grow
 * with use, so that a program with a limited address space needs space only for its allocations. */
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

/* Where memory of devices is mapped: behind all addresses of the session. */
#define COPIES 0x300000000000ULL

/* Granularity of the mapping, in bytes. */
#define STEP (1ULL << 20)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;
static int memory = -1;

/* A part of the memory. Numbers are offsets in the memory. */
struct part {
    uint64_t place; /* address of offset 0 */
    uint64_t end;
    _Atomic uint64_t mapped; /* end of what is mapped */
};

static struct part devices = {.place = COPIES};
static struct part shared = {.place = BASE};

int is_device_memory(uint64_t address) {
    return address - BASE < devices.end;
}

void *arena_at(uint64_t address) {
    uint64_t place = is_device_memory(address) ? address - BASE + devices.place : address;
    return (void *)(uintptr_t)place;
}

void arena_forget(void) {
    close(memory);
    memory = -1;
    atomic_store(&devices.mapped, 0);
}

int arena_open(struct reader *reader) {
    char path[64];
    uint64_t server = read_u64(reader);
    uint64_t descriptor = read_u64(reader);
    uint64_t capacity = read_u64(reader);
    uint64_t device_bytes = read_u64(reader);
    if (reader->damaged) {
        return -1;
    }
    snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)server,
             (unsigned long long)descriptor);
    memory = open(path, O_RDWR | O_CLOEXEC);
    devices.end = device_bytes;
    shared.end = capacity;
    atomic_store(&shared.mapped, device_bytes);
    if (memory < 0) {
        complain("the device server's memory %s cannot be opened (%s)", path, strerror(errno));
    }
    return memory < 0 ? -1 : 0;
}

/* A forked child does not inherit the mapping, as with a real driver. */
static int map(const struct part *part, uint64_t from, uint64_t to) {
    void *wanted = (void *)(uintptr_t)(part->place + from);
    void *got = mmap(wanted, to - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE,
                     memory, (off_t)from);
    if (got == MAP_FAILED || got != wanted) {
        complain("%llu bytes of device memory cannot be mapped at 0x%llx (%s)",
                 (unsigned long long)(to - from), (unsigned long long)(part->place + from),
                 got == MAP_FAILED ? strerror(errno) : "the kernel gives another place");
        if (got != MAP_FAILED) {
            munmap(got, to - from);
        }
        return -1;
    }
    return madvise(got, to - from, MADV_DONTFORK);
}

static int grow(struct part *part, uint64_t top) {
    if (top <= atomic_load(&part->mapped)) {
        return 0;
    }
    int result = 0;
    pthread_mutex_lock(&growing);
    uint64_t from = atomic_load(&part->mapped);
    uint64_t to = (top + STEP - 1) / STEP * STEP;
    if (to > part->end) {
        to = part->end;
    }
    if (to > from) {
        if (map(part, from, to) == 0) {
            atomic_store(&part->mapped, to);
        } else {
            result = -1;
        }
    }
    pthread_mutex_unlock(&growing);
    return result;
}

/* Whether a file was ever mapped over memory of devices. */
static _Atomic int replaced;

/* Maps bytes of a file over memory of devices that is mapped already. */
static int replace(int file, uint64_t from, uint64_t address, uint64_t bytes) {
    void *place = arena_at(address);
    void *got = mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, (off_t)from);
    return got == place ? madvise(got, bytes, MADV_DONTFORK) : -1;
}

int arena_map(const char *path, uint64_t from, uint64_t address, uint64_t bytes) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    atomic_store(&replaced, 1);
    int result = replace(file, from, address, bytes);
    close(file);
    return result;
}

int arena_unmap(uint64_t address, uint64_t bytes) {
    return bytes == 0 || !atomic_load(&replaced) ? 0 : replace(memory, address - BASE, address, bytes);
}

int arena_grow(struct reader *reader) {
    uint64_t device_top = read_u64(reader);
    uint64_t shared_top = read_u64(reader);
    return grow(&devices, device_top) == 0 && grow(&shared, shared_top) == 0 ? 0 : -1;
}
