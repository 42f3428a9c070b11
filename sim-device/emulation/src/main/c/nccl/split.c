/* A split of a communicator. The ranks exchange color and key in the memory of the clique; then those of a color join
 * anew. */
#include <stdatomic.h>

#include "start.h"

static ncclResult_t split(ncclComm_t comm, int color, int key, ncclComm_t *newcomm, const ncclConfig_t *config) {
    EXPECT(comm != NULL && newcomm != NULL, ncclInvalidArgument, "ncclCommSplit: a communicator is NULL");
    EXPECT(color >= NO_COLOR, ncclInvalidArgument, "ncclCommSplit: the color is %d, when it should be at least %d", color,
           NO_COLOR);
    TRY(state_of(comm));
    struct start start = {.out = newcomm, .parent = comm, .choice = {color, key}};
    *newcomm = NULL;
    if (color != NO_COLOR) {
        TRY(enter(comm));
        ncclResult_t result = create(&start.comm, config, "ncclCommSplit");
        leave();
        TRY(result);
        start.comm->is_blocking = config == NULL ? comm->is_blocking : start.comm->is_blocking;
        *newcomm = start.comm;
    }
    start.split = comm->splits++;
    return submit_start(&start);
}

FUNCTION(ncclCommSplit, (ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config)) {
    return fail_group(split(comm, color, key, newcomm, config));
}

ncclResult_t choose(const struct start *start) {
    ncclComm_t parent = start->parent;
    struct clique *clique = parent->clique;
    clique->choices[start->split % 2][parent->rank] = start->choice;
    atomic_store(&clique->splits[parent->rank], start->split + 1);
    return ncclSuccess;
}

static ncclResult_t await_choices(const struct start *start) {
    struct clique *clique = start->parent->clique;
    for (int rank = 0; rank < start->parent->ranks; rank++) {
        while (atomic_load(&clique->splits[rank]) <= start->split) {
            EXPECT(atomic_load(&clique->failed) == 0, ncclRemoteError, "ncclCommSplit: another rank has failed");
            pause_shortly();
        }
    }
    return ncclSuccess;
}

/* Ranks are ordered by their keys, and those of one key as in the parent. */
ncclResult_t decide(const struct start *start) {
    ncclComm_t parent = start->parent;
    const struct choice *choices = parent->clique->choices[start->split % 2];
    TRY(await_choices(start));
    if (start->comm == NULL) {
        return ncclSuccess;
    }
    for (int rank = 0; rank < parent->ranks; rank++) {
        if (choices[rank].color == start->choice.color) {
            int key = choices[rank].key;
            start->comm->ranks++;
            start->comm->rank += key < start->choice.key || (key == start->choice.key && rank < parent->rank);
        }
    }
    derive_id(&start->comm->id, &parent->id, start->split, start->choice.color);
    return ncclSuccess;
}
