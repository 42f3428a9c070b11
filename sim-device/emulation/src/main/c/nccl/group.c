/* Groups of calls. A call outside a group is a group of one. */
#include <stdlib.h>

#include "clique.h"
#include "start.h"
#include "task.h"

struct group {
    int depth;
    ncclResult_t result; /* the first failure of a call */
    struct task *tasks;
    struct task **next_task;
    struct start *starts;
    struct start **next_start;
};

static _Thread_local struct group group;

/* Keeps a failure for the end of the group. */
ncclResult_t fail_group(ncclResult_t result) {
    if (group.depth > 0 && group.result == ncclSuccess && result != ncclInProgress) {
        group.result = result;
    }
    return result;
}

FUNCTION(ncclGroupStart, (void)) {
    if (group.depth++ == 0) {
        group.tasks = NULL;
        group.next_task = &group.tasks;
        group.starts = NULL;
        group.next_start = &group.starts;
        group.result = ncclSuccess;
    }
    return ncclSuccess;
}

ncclResult_t submit(const struct task *task) {
    struct task *added = malloc(sizeof *added);
    EXPECT(added != NULL, ncclSystemError, "memory is exhausted");
    TRY(ncclGroupStart());
    *added = *task;
    added->next = NULL;
    *group.next_task = added;
    group.next_task = &added->next;
    return ncclGroupEnd();
}

ncclResult_t submit_start(const struct start *start) {
    struct start *added = malloc(sizeof *added);
    EXPECT(added != NULL, ncclSystemError, "memory is exhausted");
    TRY(ncclGroupStart());
    *added = *start;
    added->next = NULL;
    *group.next_start = added;
    group.next_start = &added->next;
    return ncclGroupEnd();
}

/* Takes all communicators of a group through one phase. Returns the first failure. */
static ncclResult_t go_through(struct start *starts, ncclResult_t (*phase)(ncclComm_t)) {
    ncclResult_t result = ncclSuccess;
    for (struct start *start = starts; start != NULL; start = start->next) {
        ncclResult_t own = start->comm == NULL ? ncclSuccess : enter(start->comm);
        if (own == ncclSuccess && start->comm != NULL) {
            own = phase(start->comm);
            leave();
        }
        result = result == ncclSuccess ? own : result;
    }
    return result;
}

static ncclResult_t decide_all(struct start *starts) {
    for (struct start *start = starts; start != NULL; start = start->next) {
        if (start->parent != NULL) {
            TRY(choose(start));
        }
    }
    for (struct start *start = starts; start != NULL; start = start->next) {
        if (start->parent != NULL) {
            TRY(decide(start));
        }
    }
    return ncclSuccess;
}

/* Frees communicators that were not initialised. Those without blocking remain, with their state. */
static void give_up(struct start *starts, ncclResult_t result) {
    for (struct start *start = starts; start != NULL; start = start->next) {
        if (start->comm != NULL && start->comm->clique != NULL) {
            fail(start->comm->clique, result);
            remove_name(&start->comm->id);
        }
        if (start->comm != NULL && start->comm->is_blocking) {
            *start->out = NULL;
            release(start->comm);
        } else if (start->comm != NULL) {
            start->comm->state = result;
        }
    }
}

static void free_starts(struct start *starts) {
    while (starts != NULL) {
        struct start *next = starts->next;
        free(starts);
        starts = next;
    }
}

/* Unless a call of the group has failed. Frees the list. */
static ncclResult_t initialise_all(struct start *starts, ncclResult_t result) {
    result = result == ncclSuccess ? decide_all(starts) : result;
    result = result == ncclSuccess ? go_through(starts, join) : result;
    result = result == ncclSuccess ? go_through(starts, export_area) : result;
    result = result == ncclSuccess ? go_through(starts, connect_areas) : result;
    result = result == ncclSuccess ? go_through(starts, meet) : result;
    if (result != ncclSuccess) {
        give_up(starts, result);
    }
    free_starts(starts);
    return result;
}

static void *initialise_in_thread(void *starts) {
    initialise_all(starts, ncclSuccess);
    return NULL;
}

static ncclResult_t run_starts(struct start *starts) {
    pthread_t thread;
    int is_blocking = 1;
    for (struct start *start = starts; start != NULL; start = start->next) {
        is_blocking &= start->comm == NULL ? start->parent->is_blocking : start->comm->is_blocking;
    }
    if (is_blocking || pthread_create(&thread, NULL, initialise_in_thread, starts) != 0) {
        return initialise_all(starts, ncclSuccess);
    }
    pthread_detach(thread);
    return ncclInProgress;
}

static ncclResult_t post_transfer_of(const struct task *task) {
    uint64_t bytes = task->count * size_of(task->type);
    return post_transfer(task->comm, task->kind == SEND, task->root, bytes);
}

static ncclResult_t post_collective_of(const struct task *task) {
    return post_collective(task->comm,
                           (struct call){.count = task->count,
                                         .kind = task->kind,
                                         .type = task->type,
                                         .operation = task->scale.is_used ? BUILT_IN_OPERATIONS : task->operation,
                                         .root = task->root});
}

/* All are compared with those of other ranks before one is put onto a stream. */
static ncclResult_t post_all(const struct task *tasks) {
    for (const struct task *task = tasks; task != NULL; task = task->next) {
        TRY(task->kind >= SEND ? post_transfer_of(task) : post_collective_of(task));
    }
    return ncclSuccess;
}

/* Lets one stream wait for another. */
static ncclResult_t order(CUstream before, CUstream after) {
    CUevent event = NULL;
    enum { DISABLE_TIMING = 2 };
    CUDA(cuEventCreate(&event, DISABLE_TIMING));
    ncclResult_t result = checked(cuEventRecord(event, before), "cuEventRecord");
    if (result == ncclSuccess) {
        result = checked(cuStreamWaitEvent(after, event, 0), "cuStreamWaitEvent");
    }
    cuEventDestroy_v2(event);
    return result;
}

/* Orders all other streams of a communicator in this group before or after the first. */
static ncclResult_t order_streams(const struct task *first, int is_before) {
    for (const struct task *task = first->next; task != NULL; task = task->next) {
        if (task->comm == first->comm && task->stream != first->stream) {
            TRY(is_before ? order(task->stream, first->stream) : order(first->stream, task->stream));
        }
    }
    return ncclSuccess;
}

static ncclResult_t enqueue_all(const struct task *first) {
    for (const struct task *task = first; task != NULL; task = task->next) {
        if (task->comm == first->comm && task->kind < SEND) {
            TRY(enqueue_collective(task, first->stream));
        }
    }
    return enqueue_transfers(first, first->comm, first->stream);
}

/* Operations of a communicator follow each other, whatever their streams are. A graph orders its own. */
static ncclResult_t enqueue(const struct task *first) {
    ncclComm_t comm = first->comm;
    int is_captured = 0;
    CUDA(cuStreamIsCapturing(first->stream, &is_captured));
    if (!is_captured && comm->has_last && comm->last_stream != first->stream) {
        CUDA(cuStreamWaitEvent(first->stream, comm->last, 0));
    }
    TRY(order_streams(first, 1));
    TRY(enqueue_all(first));
    if (!is_captured) {
        CUDA(cuEventRecord(comm->last, first->stream));
        comm->last_stream = first->stream;
        comm->has_last = 1;
    }
    return order_streams(first, 0);
}

/* Whether a task is the first of its communicator. */
static int is_first(const struct task *tasks, const struct task *task) {
    while (tasks->comm != task->comm) {
        tasks = tasks->next;
    }
    return tasks == task;
}

static ncclResult_t run_tasks(const struct task *tasks) {
    TRY(post_all(tasks));
    for (const struct task *task = tasks; task != NULL; task = task->next) {
        if (is_first(tasks, task)) {
            TRY(enter(task->comm));
            ncclResult_t result = enqueue(task);
            leave();
            TRY(result);
        }
    }
    return ncclSuccess;
}

static void free_tasks(struct task *tasks) {
    while (tasks != NULL) {
        struct task *next = tasks->next;
        free(tasks);
        tasks = next;
    }
}

static ncclResult_t run_group(ncclResult_t result, struct start *starts, struct task *tasks) {
    if (result != ncclSuccess) {
        return initialise_all(starts, result);
    }
    result = starts == NULL ? ncclSuccess : run_starts(starts);
    ncclResult_t run = result == ncclSuccess || result == ncclInProgress ? run_tasks(tasks) : result;
    return run == ncclSuccess ? result : run;
}

FUNCTION(ncclGroupEnd, (void)) {
    EXPECT(group.depth > 0, ncclInvalidUsage, "ncclGroupEnd: there is no group");
    if (--group.depth > 0) {
        return ncclSuccess;
    }
    ncclResult_t result = run_group(group.result, group.starts, group.tasks);
    free_tasks(group.tasks);
    return result;
}
