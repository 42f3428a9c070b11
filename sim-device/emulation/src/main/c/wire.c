/* Frames: encoding, sending, receiving and decoding. */
#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes of the length at the start of a frame. */
#define HEAD 4

/* Longest frame that either end accepts, in bytes, as FrameChannel of the server has it. */
#define LONGEST (1u << 30)

static int reserve(struct frame *frame, size_t more) {
    size_t needed = frame->length + more;
    if (frame->failed || needed > LONGEST) {
        frame->failed = 1;
        return -1;
    }
    if (needed > frame->capacity) {
        size_t capacity = needed < 4096 ? 4096 : needed + needed / 2;
        unsigned char *bytes = realloc(frame->bytes, capacity);
        if (bytes == NULL) {
            frame->failed = 1;
            return -1;
        }
        frame->bytes = bytes;
        frame->capacity = capacity;
    }
    return 0;
}

unsigned char *frame_room(struct frame *frame, size_t size) {
    if (size > LONGEST || reserve(frame, size) != 0) {
        return NULL;
    }
    frame->length += size;
    return frame->bytes + frame->length - size;
}

static void append(struct frame *frame, const void *bytes, size_t size) {
    if (reserve(frame, size) == 0 && size > 0) {
        memcpy(frame->bytes + frame->length, bytes, size);
        frame->length += size;
    }
}

void frame_begin(struct frame *frame, uint32_t number) {
    frame->length = 0;
    frame->failed = 0;
    frame_u32(frame, 0);
    frame_u32(frame, number);
}

void frame_u32(struct frame *frame, uint32_t value) {
    append(frame, &value, sizeof value);
}

void frame_u64(struct frame *frame, uint64_t value) {
    append(frame, &value, sizeof value);
}

void frame_buffer(struct frame *frame, const void *bytes, size_t size) {
    if (size > LONGEST) {
        frame->failed = 1;
        return;
    }
    frame_u32(frame, (uint32_t)size);
    append(frame, bytes, size);
}

void frame_free(struct frame *frame) {
    free(frame->bytes);
    memset(frame, 0, sizeof *frame);
}

struct reader frame_reader(const struct frame *frame) {
    struct reader reader = {frame->bytes + HEAD, frame->bytes + frame->length, 0};
    return reader;
}

static const unsigned char *take(struct reader *reader, size_t size) {
    const unsigned char *at = reader->at;
    if ((size_t)(reader->end - at) < size) {
        reader->damaged = 1;
        return NULL;
    }
    reader->at += size;
    return at;
}

uint32_t read_u32(struct reader *reader) {
    uint32_t value = 0;
    const unsigned char *at = take(reader, sizeof value);
    if (at != NULL) {
        memcpy(&value, at, sizeof value);
    }
    return value;
}

uint64_t read_u64(struct reader *reader) {
    uint64_t value = 0;
    const unsigned char *at = take(reader, sizeof value);
    if (at != NULL) {
        memcpy(&value, at, sizeof value);
    }
    return value;
}

const unsigned char *read_buffer(struct reader *reader, uint32_t *size) {
    *size = read_u32(reader);
    const unsigned char *at = take(reader, *size);
    if (at == NULL) {
        *size = 0;
    }
    return at;
}

static int send_all(int socket, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return -1;
        }
        bytes += sent;
        size -= (size_t)sent;
    }
    return 0;
}

/* Receives until `frame` has at least `size` bytes. */
static int receive_until(int socket, struct frame *frame, size_t size) {
    while (frame->length < size) {
        ssize_t got = recv(socket, frame->bytes + frame->length, frame->capacity - frame->length, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return -1;
        }
        frame->length += (size_t)got;
    }
    return 0;
}

int wire_receive(int socket, struct frame *frame) {
    uint32_t length;
    frame->length = 0;
    frame->failed = 0;
    if (reserve(frame, HEAD) != 0 || receive_until(socket, frame, HEAD) != 0) {
        return -1;
    }
    memcpy(&length, frame->bytes, sizeof length);
    size_t size = HEAD + (size_t)length;
    if (size > frame->length && reserve(frame, size - frame->length) != 0) {
        return -1;
    }
    if (receive_until(socket, frame, size) != 0 || frame->length != size) {
        return -1;
    }
    return 0;
}

void skip_memory(struct reader *reader) {
    read_u64(reader);
    read_u64(reader);
}

int read_run_notice(const struct frame *frame, struct notice *notice) {
    struct reader reader = frame_reader(frame);
    uint32_t size;
    uint32_t result = read_u32(&reader);
    skip_memory(&reader);
    uint32_t numbers = read_u32(&reader);
    notice->kind = (enum notice_kind)read_u64(&reader);
    uint32_t buffers = read_u32(&reader);
    notice->text = (const char *)read_buffer(&reader, &size);
    notice->length = size;
    return result == NOTICE && numbers == 1 && buffers == 1 && !reader.damaged ? 0 : -1;
}

int wire_send(int socket, struct frame *request) {
    if (request->failed) {
        return -1;
    }
    uint32_t length = (uint32_t)(request->length - HEAD);
    memcpy(request->bytes, &length, sizeof length);
    return send_all(socket, request->bytes, request->length);
}

int wire_exchange(int socket, struct frame *request, struct frame *reply) {
    return wire_send(socket, request) != 0 ? -1 : wire_receive(socket, reply);
}
