#define _GNU_SOURCE
#include "host.h"

#include <sys/uio.h>
#include <unistd.h>

/* Number of a frame that answers a request of the server. */
#define ANSWER 0x20000

enum { STORED = 0, NOT_THERE = 1 };

int read_self(void *bytes, const void *address, size_t size) {
    struct iovec to = {bytes, size};
    struct iovec from = {(void *)(uintptr_t)address, size};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)size ? 0 : -1;
}

static int write_self(void *address, const void *bytes, size_t size) {
    struct iovec from = {(void *)(uintptr_t)bytes, size};
    struct iovec to = {address, size};
    return process_vm_writev(getpid(), &from, 1, &to, 1, 0) == (ssize_t)size ? 0 : -1;
}

void host_read(struct reader *question, struct frame *answer) {
    uint64_t address = read_u64(question);
    uint64_t size = read_u64(question);
    frame_begin(answer, ANSWER);
    frame_u32(answer, STORED);
    unsigned char *room = frame_room(answer, size);
    if (room == NULL || read_self(room, (const void *)(uintptr_t)address, size) != 0) {
        frame_begin(answer, ANSWER);
        frame_u32(answer, NOT_THERE);
    }
}

void host_write(struct reader *question, struct frame *answer) {
    uint64_t address = read_u64(question);
    uint32_t size;
    const unsigned char *bytes = read_buffer(question, &size);
    int stored = bytes != NULL && write_self((void *)(uintptr_t)address, bytes, size) == 0;
    frame_begin(answer, ANSWER);
    frame_u32(answer, stored ? STORED : NOT_THERE);
}
