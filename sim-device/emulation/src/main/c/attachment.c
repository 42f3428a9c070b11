/* Usage counts of contexts (Driver API 13.0, "Context Management [DEPRECATED]"). A context has one use when it is
 * created. */
#include "attachment.h"

#include <pthread.h>
#include <stdlib.h>

#include "client.h"

/* A context with more than one use. */
struct attachment {
    struct attachment *next;
    CUcontext context;
    unsigned added; /* uses beside the first */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct attachment *attachments;

/* The place of a context in the list, or of its end. */
static struct attachment **find(CUcontext context) {
    struct attachment **place = &attachments;
    while (*place != NULL && (*place)->context != context) {
        place = &(*place)->next;
    }
    return place;
}

static void remove_at(struct attachment **place) {
    struct attachment *gone = *place;
    *place = gone->next;
    free(gone);
}

void forget_attachments(CUcontext context) {
    pthread_mutex_lock(&lock);
    struct attachment **place = find(context);
    if (*place != NULL) {
        remove_at(place);
    }
    pthread_mutex_unlock(&lock);
}

static CUresult add_use(CUcontext context) {
    pthread_mutex_lock(&lock);
    struct attachment **place = find(context);
    if (*place == NULL && (*place = calloc(1, sizeof **place)) != NULL) {
        (*place)->context = context;
    }
    struct attachment *found = *place;
    if (found != NULL) {
        found->added++;
    }
    pthread_mutex_unlock(&lock);
    return found == NULL ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

/* Whether a use beside the first was removed. */
static int remove_use(CUcontext context) {
    pthread_mutex_lock(&lock);
    struct attachment **place = find(context);
    int is_removed = *place != NULL;
    if (is_removed && --(*place)->added == 0) {
        remove_at(place);
    }
    pthread_mutex_unlock(&lock);
    return is_removed;
}

EXPORT CUresult cuCtxAttach(CUcontext *pctx, unsigned flags) {
    CUcontext current = NULL;
    REQUIRE(pctx != NULL && flags == 0)
    CUresult result = cuCtxGetCurrent(&current);
    if (result == CUDA_SUCCESS) {
        result = current == NULL ? CUDA_ERROR_INVALID_CONTEXT : add_use(current);
    }
    if (result == CUDA_SUCCESS) {
        *pctx = current;
    }
    return result;
}

EXPORT CUresult cuCtxDetach(CUcontext ctx) {
    CUcontext current = NULL;
    CUresult result = cuCtxGetCurrent(&current);
    if (result != CUDA_SUCCESS) {
        return result;
    }
    if (ctx == NULL || ctx != current) {
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    return remove_use(ctx) ? CUDA_SUCCESS : cuCtxDestroy_v2(ctx);
}
