/* The shared memory of the ranks. */
#define _GNU_SOURCE
#include "clique.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "task.h"

#define STEM "/offload-tck-nccl-"
enum { DIGITS = 32, SHORTEST_PAUSE = 200000 };

static void write_id(ncclUniqueId *id, uint64_t first, uint64_t second) {
    memset(id, 0, sizeof *id);
    snprintf(id->internal, sizeof id->internal, STEM "%016llx%016llx", (unsigned long long)first,
             (unsigned long long)second);
}

ncclResult_t make_id(ncclUniqueId *id) {
    uint64_t random[2];
    EXPECT(getrandom(random, sizeof random, 0) == sizeof random, ncclSystemError, "getrandom: %s", strerror(errno));
    write_id(id, random[0], random[1]);
    return ncclSuccess;
}

static int is_id(const ncclUniqueId *id) {
    size_t stem = strlen(STEM);
    return memchr(id->internal, 0, sizeof id->internal) != NULL && strncmp(id->internal, STEM, stem) == 0 &&
           strspn(id->internal + stem, "0123456789abcdef") == DIGITS && strlen(id->internal) == stem + DIGITS;
}

/* FNV-1a (draft-eastlake-fnv-17, section 2, 64 bits), from a basis of its own for each half. */
static uint64_t digest(uint64_t basis, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t at = 0; at < size; at++) {
        basis = (basis ^ byte[at]) * 0x100000001b3u;
    }
    return basis;
}

void derive_id(ncclUniqueId *id, const ncclUniqueId *parent, uint64_t split, int color) {
    uint64_t halves[2] = {0xcbf29ce484222325u, 0x84222325cbf29ce4u};
    for (int half = 0; half < 2; half++) {
        halves[half] = digest(halves[half], parent, sizeof *parent);
        halves[half] = digest(halves[half], &split, sizeof split);
        halves[half] = digest(halves[half], &color, sizeof color);
    }
    write_id(id, halves[0], halves[1]);
}

ncclResult_t open_clique(const ncclUniqueId *id, struct clique **clique) {
    EXPECT(is_id(id), ncclInvalidArgument, "the unique id is not one of ncclGetUniqueId");
    int file = shm_open(id->internal, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    EXPECT(file >= 0, ncclSystemError, "%s: %s", id->internal, strerror(errno));
    int failed = ftruncate(file, sizeof **clique) != 0;
    void *mapped = failed ? MAP_FAILED : mmap(NULL, sizeof **clique, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int reason = errno;
    close(file);
    EXPECT(mapped != MAP_FAILED, ncclSystemError, "%s: %s", id->internal, strerror(reason));
    *clique = mapped;
    return ncclSuccess;
}

void close_clique(struct clique *clique) {
    munmap(clique, sizeof *clique);
}

void remove_name(const ncclUniqueId *id) {
    shm_unlink(id->internal);
}

void pause_shortly(void) {
    nanosleep(&(struct timespec){.tv_nsec = SHORTEST_PAUSE}, NULL);
}

ncclResult_t await(const struct clique *clique, const _Atomic int *counter, int value) {
    while (atomic_load(counter) < value) {
        int failed = atomic_load(&clique->failed);
        EXPECT(failed == 0, ncclRemoteError, "another rank has failed with result %d", failed);
        pause_shortly();
    }
    return ncclSuccess;
}

ncclResult_t fail(struct clique *clique, ncclResult_t result) {
    int none = 0;
    atomic_compare_exchange_strong(&clique->failed, &none, result);
    return result;
}

static void post(struct record *record, struct call call) {
    uint64_t number = atomic_load(&record->posted);
    record->calls[number % RECORDED] = call;
    atomic_store(&record->posted, number + 1);
}

/* Reads the call of that number. Returns 0 if the rank has not made it yet, or has made so many since that it is gone, also
 * while it is read. */
static int read_call(struct record *record, uint64_t number, struct call *call) {
    if (atomic_load(&record->posted) <= number) {
        return 0;
    }
    *call = record->calls[number % RECORDED];
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load(&record->posted) < number + RECORDED;
}

/* Whether a rank has left without having made the call of that number. */
static int is_missing(const struct member *member, const struct record *record, uint64_t number) {
    return atomic_load(&member->has_left) && atomic_load(&record->posted) <= number;
}

static int is_same(const struct call *one, const struct call *other) {
    return one->count == other->count && one->kind == other->kind && one->type == other->type &&
           one->operation == other->operation && one->root == other->root;
}

static void describe(const struct call *call, char *text, size_t size) {
    static const char *const functions[] = {
        [ALL_REDUCE] = "ncclAllReduce", [REDUCE] = "ncclReduce",        [REDUCE_SCATTER] = "ncclReduceScatter",
        [BROADCAST] = "ncclBroadcast",  [ALL_GATHER] = "ncclAllGather",
    };
    snprintf(text, size, "%s with a count of %llu (type %d, operation %d, root %d)", functions[call->kind],
             (unsigned long long)call->count, call->type, call->operation, call->root);
}

static ncclResult_t report_mismatch(ncclComm_t comm, const struct call *call, int rank, const struct call *other) {
    enum { MOST_TEXT = 128 };
    char is[MOST_TEXT];
    char should[MOST_TEXT];
    describe(call, is, sizeof is);
    describe(other, should, sizeof should);
    fail(comm->clique, ncclInvalidUsage);
    return report(ncclInvalidUsage, "rank %d: the call is %s, when it should be %s as in rank %d", comm->rank, is, should,
                  rank);
}

ncclResult_t post_collective(ncclComm_t comm, struct call call) {
    struct clique *clique = comm->clique;
    uint64_t number = atomic_load(&clique->collectives[comm->rank].posted);
    post(&clique->collectives[comm->rank], call);
    for (int rank = 0; rank < comm->ranks; rank++) {
        struct call other;
        EXPECT(!is_missing(&clique->members[rank], &clique->collectives[rank], number), ncclInvalidUsage,
               "rank %d: rank %d has destroyed its communicator", comm->rank, rank);
        if (read_call(&clique->collectives[rank], number, &other) && !is_same(&call, &other)) {
            return report_mismatch(comm, &call, rank, &other);
        }
    }
    return ncclSuccess;
}

ncclResult_t post_transfer(ncclComm_t comm, int is_sender, int peer, uint64_t bytes) {
    struct clique *clique = comm->clique;
    int from = is_sender ? comm->rank : peer;
    int to = is_sender ? peer : comm->rank;
    struct record *mine = is_sender ? &clique->sends[from][to] : &clique->receives[from][to];
    struct record *other = is_sender ? &clique->receives[from][to] : &clique->sends[from][to];
    uint64_t number = atomic_load(&mine->posted);
    post(mine, (struct call){.count = bytes});
    struct call match;
    EXPECT(!is_missing(&clique->members[peer], other, number), ncclInvalidUsage,
           "rank %d: rank %d has destroyed its communicator", comm->rank, peer);
    if (read_call(other, number, &match) && match.count != bytes) {
        fail(clique, ncclInvalidUsage);
        return report(ncclInvalidUsage, "%s: rank %d: %llu bytes, when it should be the %llu of rank %d",
                      is_sender ? "ncclSend" : "ncclRecv", comm->rank, (unsigned long long)bytes,
                      (unsigned long long)match.count, peer);
    }
    return ncclSuccess;
}
