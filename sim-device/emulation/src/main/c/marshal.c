/* Encodes arguments into a request, and decodes a reply into the output locations of the caller. */
#include "marshal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

CUresult check_places(const struct argument *arguments, size_t count) {
    for (size_t i = 0; i < count; i++) {
        enum kind kind = arguments[i].kind;
        if ((kind == OUTPUT_32 || kind == OUTPUT_64) && arguments[i].place == NULL) {
            return CUDA_ERROR_INVALID_VALUE;
        }
        if (kind == INPUT_BYTES && arguments[i].place == NULL && arguments[i].size > 0) {
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return CUDA_SUCCESS;
}

void write_request(struct frame *frame, uint32_t number, const struct argument *arguments,
                   size_t count, const char *caller) {
    frame_begin(frame, number);
    for (size_t i = 0; i < count; i++) {
        if (arguments[i].kind == INPUT) {
            frame_u64(frame, arguments[i].value);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (arguments[i].kind == INPUT_BYTES) {
            frame_buffer(frame, arguments[i].place, arguments[i].size);
        }
    }
    frame_buffer(frame, caller, strlen(caller));
}

static void store_number(const struct argument *argument, uint64_t value) {
    if (argument->place != NULL) {
        memcpy(argument->place, &value, argument->size);
    }
}

static void store_bytes(const struct argument *argument, const unsigned char *bytes, size_t size) {
    if (argument->kind == OUTPUT_COPY) {
        char *copy = malloc(size + 1);
        if (copy != NULL) {
            memcpy(copy, bytes, size);
            copy[size] = '\0';
        }
        *(char **)argument->place = copy;
        if (argument->count != NULL) {
            *argument->count = copy == NULL ? 0 : size;
        }
        return;
    }
    size_t room = argument->size - (argument->kind == OUTPUT_TEXT && argument->size > 0 ? 1 : 0);
    if (argument->place == NULL || argument->size == 0) {
        return;
    }
    memcpy(argument->place, bytes, size < room ? size : room);
    if (argument->kind == OUTPUT_TEXT) {
        ((char *)argument->place)[size < room ? size : room] = '\0';
    }
}

static int is_number(enum kind kind) {
    return kind == OUTPUT_32 || kind == OUTPUT_64 || kind == OPTIONAL_OUTPUT;
}

static int is_buffer(enum kind kind) {
    return kind == OUTPUT_BYTES || kind == OUTPUT_TEXT || kind == OUTPUT_COPY;
}

static void read_numbers(struct reader *reader, const struct argument *arguments, size_t count) {
    uint32_t left = read_u32(reader);
    for (size_t i = 0; i < count && left > 0; i++) {
        if (is_number(arguments[i].kind)) {
            store_number(&arguments[i], read_u64(reader));
            left--;
        }
    }
    reader->damaged |= left > 0;
}

static void read_buffers(struct reader *reader, const struct argument *arguments, size_t count) {
    uint32_t left = read_u32(reader);
    for (size_t i = 0; i < count && left > 0; i++) {
        if (is_buffer(arguments[i].kind)) {
            uint32_t size;
            const unsigned char *bytes = read_buffer(reader, &size);
            store_bytes(&arguments[i], bytes, size);
            left--;
        }
    }
    reader->damaged |= left > 0;
}

/* Prints the output of device code through the streams of the program, so that it is in order with the
 * program's own output. */
static void print(struct reader *reader, FILE *stream) {
    uint32_t size;
    const unsigned char *text = read_buffer(reader, &size);
    if (size > 0) {
        fwrite(text, 1, size, stream);
        fflush(stream);
    }
}

void read_outputs(struct reader *reader, const struct argument *arguments, size_t count) {
    read_numbers(reader, arguments, count);
    read_buffers(reader, arguments, count);
    print(reader, stdout);
    print(reader, stderr);
}
