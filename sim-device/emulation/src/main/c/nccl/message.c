/* Results, and messages about them. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "nccl.h"

/* The interface that the library has (nccl.h: NCCL_VERSION). */
enum { VERSION = 22803 };

enum { MOST_TEXT = 1024 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[MOST_TEXT];

CUresult cuGetErrorName(CUresult result, const char **name);

/* Whether NCCL_DEBUG asks for warnings ("Environment Variables", NCCL_DEBUG). */
static int prints_warnings(void) {
    static const char *const levels[] = {"WARN", "INFO", "TRACE"};
    const char *level = getenv("NCCL_DEBUG");
    for (size_t each = 0; level != NULL && each < sizeof levels / sizeof *levels; each++) {
        if (strcasecmp(level, levels[each]) == 0) {
            return 1;
        }
    }
    return 0;
}

static void print_warning(const char *text) {
    char host[256] = "";
    int device = 0;
    gethostname(host, sizeof host - 1);
    if (cuCtxGetDevice(&device) != CUDA_SUCCESS) {
        device = -1;
    }
    printf("%s:%d:%d [%d] NCCL WARN %s\n", host, getpid(), gettid(), device, text);
    fflush(stdout);
}

ncclResult_t report(ncclResult_t result, const char *format, ...) {
    char text[MOST_TEXT];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    pthread_mutex_lock(&lock);
    memcpy(last, text, sizeof last);
    pthread_mutex_unlock(&lock);
    if (prints_warnings()) {
        print_warning(text);
    }
    return result;
}

ncclResult_t checked(CUresult result, const char *call) {
    const char *name = NULL;
    if (result == CUDA_SUCCESS) {
        return ncclSuccess;
    }
    cuGetErrorName(result, &name);
    return report(ncclUnhandledCudaError, "%s: %s (%d)", call, name == NULL ? "unknown error" : name, result);
}

FUNCTION(ncclGetVersion, (int *version)) {
    EXPECT(version != NULL, ncclInvalidArgument, "ncclGetVersion: version is NULL");
    *version = VERSION;
    return ncclSuccess;
}

EXPORT const char *ncclGetErrorString(ncclResult_t result) {
    switch (result) {
    case ncclSuccess:
        return "no error";
    case ncclUnhandledCudaError:
        return "unhandled cuda error (run with NCCL_DEBUG=WARN for details)";
    case ncclSystemError:
        return "unhandled system error (run with NCCL_DEBUG=WARN for details)";
    case ncclInternalError:
        return "internal error";
    case ncclInvalidArgument:
        return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case ncclInvalidUsage:
        return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case ncclRemoteError:
        return "remote process exited or there was a network error";
    case ncclInProgress:
        return "operation in progress";
    default:
        return "unknown result code";
    }
}
EXPORT const char *pncclGetErrorString(ncclResult_t result) __attribute__((alias("ncclGetErrorString")));

/* The message is that of the last failure of any communicator. The documentation of 2.28 says that `comm` is not used. */
EXPORT const char *ncclGetLastError(ncclComm_t comm) {
    (void)comm;
    return last;
}
EXPORT const char *pncclGetLastError(ncclComm_t comm) __attribute__((alias("ncclGetLastError")));
