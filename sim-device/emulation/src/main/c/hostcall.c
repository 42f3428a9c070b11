/* The driver's thread in this process, which calls the functions that streams call. */
#include "hostcall.h"

#include <pthread.h>
#include <signal.h>

/* The forms of org.offloadtck.emulation.api.HostCall, in order. */
enum form { HOST_FUNCTION, CALLBACK };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local int calling;

int in_host_call(void) {
    return calling;
}

static void call(uint64_t form, uint64_t function, uint64_t stream, uint64_t data, uint64_t status) {
    calling = 1;
    if (form == HOST_FUNCTION) {
        ((CUhostFn)(uintptr_t)function)((void *)(uintptr_t)data);
    } else {
        ((CUstreamCallback)(uintptr_t)function)((CUstream)(uintptr_t)stream, (CUresult)status,
                                                (void *)(uintptr_t)data);
    }
    calling = 0;
}

/* Each request reports that the function before it has returned, and waits for the next one. */
static void *serve(void *unused) {
    uint64_t form;
    uint64_t function;
    uint64_t stream;
    uint64_t data;
    uint64_t status;
    const struct argument outputs[] = {OUT_64(&form), OUT_64(&function), OUT_64(&stream), OUT_64(&data),
                                       OUT_64(&status)};
    while (driver_call(NEXT_HOST_CALL, outputs, 5) == CUDA_SUCCESS) {
        call(form, function, stream, data, status);
    }
    return unused;
}

/* Signals of the program go to its own threads. */
static void start(void) {
    pthread_t thread;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, serve, NULL) == 0) {
        pthread_detach(thread);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void serve_host_calls(void) {
    pthread_once(&once, start);
}
