/* The functions that create communicators. */
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "start.h"

/* Of an initialised ncclConfig_t, and of an attribute without a value (nccl.h: NCCL_CONFIG_INITIALIZER). */
#define CONFIG_MAGIC 0xcafebeefu
#define UNDEFINED INT_MIN

/* "Types", ncclConfig_t: cgaClusterSize. */
enum { MOST_CLUSTER = 8 };

static int is_in(int value, int least, int most) {
    return value == UNDEFINED || (value >= least && value <= most);
}

#define HAS(config, attribute)                                                                                         \
    ((config)->size >= offsetof(ncclConfig_t, attribute) + sizeof (config)->attribute)

static ncclResult_t check_config(const ncclConfig_t *config, const char *function) {
    EXPECT(config->size >= offsetof(ncclConfig_t, blocking) && config->magic == CONFIG_MAGIC, ncclInvalidArgument,
           "%s: the configuration is not initialised", function);
    EXPECT(!HAS(config, blocking) || is_in(config->blocking, 0, 1), ncclInvalidArgument,
           "%s: blocking is %d, when it should be 0 or 1", function, config->blocking);
    EXPECT(!HAS(config, cgaClusterSize) || is_in(config->cgaClusterSize, 0, MOST_CLUSTER), ncclInvalidArgument,
           "%s: cgaClusterSize is %d, when it should be from 0 to %d", function, config->cgaClusterSize, MOST_CLUSTER);
    EXPECT(!HAS(config, minCTAs) || is_in(config->minCTAs, 1, INT_MAX), ncclInvalidArgument,
           "%s: minCTAs is %d, when it should be at least 1", function, config->minCTAs);
    EXPECT(!HAS(config, maxCTAs) || is_in(config->maxCTAs, config->minCTAs == UNDEFINED ? 1 : config->minCTAs, INT_MAX),
           ncclInvalidArgument, "%s: maxCTAs is %d, when it should be at least minCTAs", function, config->maxCTAs);
    return ncclSuccess;
}

ncclResult_t create(ncclComm_t *comm, const ncclConfig_t *config, const char *function) {
    if (config != NULL) {
        TRY(check_config(config, function));
    }
    EXPECT(bind_device(), ncclUnhandledCudaError, "%s: there is no CUDA context", function);
    ncclComm_t created = calloc(1, sizeof *created);
    EXPECT(created != NULL, ncclSystemError, "%s: memory is exhausted", function);
    created->is_blocking = config == NULL || !HAS(config, blocking) || config->blocking != 0;
    created->state = ncclInProgress;
    open_modules(&created->modules);
    if (cuCtxGetCurrent(&created->context) != CUDA_SUCCESS || cuCtxGetDevice(&created->device) != CUDA_SUCCESS) {
        release(created);
        return report(ncclUnhandledCudaError, "%s: the CUDA context has no device", function);
    }
    *comm = created;
    return ncclSuccess;
}

FUNCTION(ncclGetUniqueId, (ncclUniqueId * id)) {
    EXPECT(id != NULL, ncclInvalidArgument, "ncclGetUniqueId: the id is NULL");
    return make_id(id);
}

static ncclResult_t initialise(ncclComm_t *comm, int ranks, const ncclUniqueId *id, int rank,
                               const ncclConfig_t *config, const char *function) {
    EXPECT(comm != NULL, ncclInvalidArgument, "%s: the communicator is NULL", function);
    EXPECT(ranks >= 1 && ranks <= MOST_RANKS, ncclInvalidArgument, "%s: nranks is %d, when it should be from 1 to %d",
           function, ranks, MOST_RANKS);
    EXPECT(rank >= 0 && rank < ranks, ncclInvalidArgument, "%s: rank is %d, when it should be from 0 to %d", function,
           rank, ranks - 1);
    ncclComm_t created = NULL;
    TRY(create(&created, config, function));
    created->id = *id;
    created->rank = rank;
    created->ranks = ranks;
    *comm = created;
    return submit_start(&(struct start){.comm = created, .out = comm});
}

FUNCTION(ncclCommInitRank, (ncclComm_t * comm, int nranks, ncclUniqueId commId, int rank)) {
    return fail_group(initialise(comm, nranks, &commId, rank, NULL, "ncclCommInitRank"));
}

FUNCTION(ncclCommInitRankConfig,
         (ncclComm_t * comm, int nranks, ncclUniqueId commId, int rank, ncclConfig_t *config)) {
    return fail_group(initialise(comm, nranks, &commId, rank, config, "ncclCommInitRankConfig"));
}

/* The ids are the same in each rank, so that the first one names the communicator. */
FUNCTION(ncclCommInitRankScalable,
         (ncclComm_t * newcomm, int nranks, int myrank, int nId, ncclUniqueId *commIds, ncclConfig_t *config)) {
    if (commIds == NULL || nId < 1 || nId > nranks) {
        return fail_group(report(ncclInvalidArgument,
                                 "ncclCommInitRankScalable: nId is %d, when it should be from 1 to %d", nId, nranks));
    }
    return fail_group(initialise(newcomm, nranks, commIds, myrank, config, "ncclCommInitRankScalable"));
}

/* Initialises the rank of a device in its primary context. */
static ncclResult_t initialise_on(int device, ncclComm_t *comm, int ranks, const ncclUniqueId *id, int rank) {
    CUcontext context = NULL;
    CUDA(cuDevicePrimaryCtxRetain(&context, device));
    CUDA(cuCtxPushCurrent_v2(context));
    ncclResult_t result = initialise(comm, ranks, id, rank, NULL, "ncclCommInitAll");
    leave();
    if (result == ncclSuccess) {
        (*comm)->is_retained = 1;
    } else {
        cuDevicePrimaryCtxRelease_v2(device);
    }
    return result;
}

static ncclResult_t check_devices(int count, const int *devices) {
    int most = 0;
    CUDA(cuInit(0));
    CUDA(cuDeviceGetCount(&most));
    EXPECT(count >= 1 && count <= most, ncclInvalidArgument, "ncclCommInitAll: ndev is %d, when it should be from 1 to %d",
           count, most);
    for (int each = 0; devices != NULL && each < count; each++) {
        EXPECT(devices[each] >= 0 && devices[each] < most, ncclInvalidArgument,
               "ncclCommInitAll: a device is %d, when it should be from 0 to %d", devices[each], most - 1);
        for (int other = 0; other < each; other++) {
            EXPECT(devices[other] != devices[each], ncclInvalidUsage, "ncclCommInitAll: device %d is there twice",
                   devices[each]);
        }
    }
    return ncclSuccess;
}

FUNCTION(ncclCommInitAll, (ncclComm_t * comm, int ndev, const int *devlist)) {
    ncclUniqueId id;
    EXPECT(comm != NULL, ncclInvalidArgument, "ncclCommInitAll: the communicators are NULL");
    TRY(check_devices(ndev, devlist));
    TRY(make_id(&id));
    TRY(ncclGroupStart());
    for (int rank = 0; rank < ndev; rank++) {
        fail_group(initialise_on(devlist == NULL ? rank : devlist[rank], &comm[rank], ndev, &id, rank));
    }
    return ncclGroupEnd();
}
