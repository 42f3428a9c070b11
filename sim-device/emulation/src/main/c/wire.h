/* Frames between a client and the device server. Numbers are little-endian, as on this machine; a frame
 * is its length (without these four bytes) and that many bytes. The package
 * org.offloadtck.emulation.server implements the other end. */
#ifndef OFFLOAD_TCK_WIRE_H
#define OFFLOAD_TCK_WIRE_H

#include <stddef.h>
#include <stdint.h>

/* Requests that are not calls. */
enum control {
    OPEN_SESSION = 0x10001, /* process id; run -> token, server's pid, its arena descriptor, capacity, bytes
                             * for devices, server's pid, whether kernels access all memory of the process */
    JOIN_SESSION = 0x10002, /* token */
    OPEN_RUN = 0x10003,     /* options, each with its NUL -> status; run or text */
    CLOSE_RUN = 0x10004,    /* searches for the CUDA plugin, status of the program; run -> status; report,
                             * file, document */
    OPEN_RUNTIME = 0x10005, /* process id; run, variables NAME=VALUE each with its NUL -> as OPEN_SESSION */
    SERVE_MEMORY = 0x10006, /* token; the replies are questions, and further requests their answers */
    NEXT_HOST_CALL = 0x10007, /* caller, which is empty -> status; form, function, stream, data, status for the
                               * function */
    END_SESSION = 0x10008,  /* over the connection that opened the session; no reply */
    ACCESS_MEMORY = 0x10009 /* over that connection: address, whether it is written; code addresses */
};

/* A frame under construction, or a received one. `failed` is set if memory was exhausted. */
struct frame {
    unsigned char *bytes;
    size_t length;
    size_t capacity;
    int failed;
};

void frame_begin(struct frame *frame, uint32_t number);
void frame_u32(struct frame *frame, uint32_t value);
void frame_u64(struct frame *frame, uint64_t value);
void frame_buffer(struct frame *frame, const void *bytes, size_t size);

/* Reserves `size` bytes at the end of `frame`, which the caller fills; NULL if memory is exhausted. */
unsigned char *frame_room(struct frame *frame, size_t size);

void frame_free(struct frame *frame);

/* A position in a received frame. Reads past the end return zeros and set `damaged`. */
struct reader {
    const unsigned char *at;
    const unsigned char *end;
    int damaged;
};

struct reader frame_reader(const struct frame *frame);
uint32_t read_u32(struct reader *reader);
uint64_t read_u64(struct reader *reader);
const unsigned char *read_buffer(struct reader *reader, uint32_t *size);

/* Reads past the ends of the session's memory, which only replies to calls state. */
void skip_memory(struct reader *reader);

/* Kinds of notices that the server sends to `offload-tck-exec` unasked, while a run is open. */
enum notice_kind {
    NOTICE_PROGRESS = 0,  /* the line for the terminal; empty for none */
    NOTICE_TIME_LIMIT = 1 /* the message about the program, which has to be ended */
};

/* Result of a frame that is a notice, no reply: CUDA_ERROR_NOT_READY. */
#define NOTICE 600

struct notice {
    enum notice_kind kind;
    const char *text; /* within the frame, without a NUL */
    size_t length;
};

/* Decodes a notice. Returns 0, or -1 if the frame is none. */
int read_run_notice(const struct frame *frame, struct notice *notice);

/* Receives a frame. Returns 0, or -1 if the server has ended or memory is exhausted. */
int wire_receive(int socket, struct frame *frame);

/* Sends `request`. Returns 0, or -1 if the server has ended or memory was exhausted. */
int wire_send(int socket, struct frame *request);

/* Sends `request` and waits for the reply, which goes to `reply`. Returns 0, or -1 if the server has
 * ended or memory is exhausted. */
int wire_exchange(int socket, struct frame *request, struct frame *reply);

#endif
