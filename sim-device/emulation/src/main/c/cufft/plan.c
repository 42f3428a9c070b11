/* Plans, which programs know by numbers. */
#include <stdlib.h>
#include <string.h>

#include "cufft.h"

/* The version that cufftGetVersion returns: of CUDA 11 it is that of cuFFT 10, and so on (cufft.h). */
#define VERSION ((CUDA_MAJOR - 1) * 1000)

enum { MOST_PLANS = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static plan *plans[MOST_PLANS];

plan *find_plan(cufftHandle handle) {
    pthread_mutex_lock(&lock);
    plan *found = handle > 0 && handle < MOST_PLANS ? plans[handle] : NULL;
    pthread_mutex_unlock(&lock);
    return found;
}

static int is_complex_input(cufftType type) {
    return type != CUFFT_R2C && type != CUFFT_D2Z;
}

static int is_complex_output(cufftType type) {
    return type != CUFFT_C2R && type != CUFFT_Z2D;
}

int is_double(cufftType type) {
    return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z;
}

static int is_type(cufftType type) {
    return type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_C2C || is_double(type);
}

/* The layout of one side. `embed` has a length for each dimension of the request. */
static struct layout layout_of(const plan *plan, const request *request, const int64_t *embed, int64_t step,
                               int64_t distance, int is_complex, int is_half) {
    struct layout layout = {.is_real = !is_complex, .is_half = is_half};
    int64_t next = embed == NULL ? 1 : step;
    for (int each = DIMENSIONS - 1; each >= 0; each--) {
        int given = each - (DIMENSIONS - request->rank);
        int64_t last = is_half && each == DIMENSIONS - 1 ? plan->lengths[each] / 2 + 1 : plan->lengths[each];
        layout.steps[each] = next;
        next *= given < 0 ? 1 : embed == NULL ? last : embed[given];
    }
    layout.batch = embed == NULL ? next : distance;
    return layout;
}

cufftResult describe(plan *plan, const request *request) {
    REQUIRE(request->rank >= 1 && request->rank <= DIMENSIONS && request->lengths != NULL, CUFFT_INVALID_VALUE);
    REQUIRE(is_type(request->type), CUFFT_INVALID_TYPE);
    REQUIRE(request->batches > 0, CUFFT_INVALID_SIZE);
    plan->type = request->type;
    plan->rank = request->rank;
    plan->batches = request->batches;
    for (int each = 0; each < DIMENSIONS; each++) {
        int given = each - (DIMENSIONS - request->rank);
        plan->lengths[each] = given < 0 ? 1 : request->lengths[given];
        REQUIRE(plan->lengths[each] > 0, CUFFT_INVALID_SIZE);
    }
    int is_default = request->in_embed == NULL || request->out_embed == NULL;
    int reads_complex = is_complex_input(plan->type), writes_complex = is_complex_output(plan->type);
    plan->has_default_layout = is_default;
    plan->in = layout_of(plan, request, is_default ? NULL : request->in_embed, request->in_step,
                         request->in_distance, reads_complex, !writes_complex);
    plan->out = layout_of(plan, request, is_default ? NULL : request->out_embed, request->out_step,
                          request->out_distance, writes_complex, !reads_complex);
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftCreate(cufftHandle *handle) {
    REQUIRE(handle != NULL, CUFFT_INVALID_VALUE);
    plan *created = calloc(1, sizeof *created);
    REQUIRE(created != NULL, CUFFT_ALLOC_FAILED);
    created->allocates = 1;
    open_modules(&created->modules);
    pthread_mutex_lock(&lock);
    int number = 1;
    while (number < MOST_PLANS && plans[number] != NULL) {
        number++;
    }
    if (number < MOST_PLANS) {
        plans[number] = created;
    }
    pthread_mutex_unlock(&lock);
    if (number == MOST_PLANS) {
        close_modules(&created->modules);
        free(created);
        return CUFFT_ALLOC_FAILED;
    }
    *handle = number;
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftDestroy(cufftHandle handle) {
    pthread_mutex_lock(&lock);
    plan *found = handle > 0 && handle < MOST_PLANS ? plans[handle] : NULL;
    if (found != NULL) {
        plans[handle] = NULL;
    }
    pthread_mutex_unlock(&lock);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    int selected = select_first(found);
    dispose(found);
    select_again(selected);
    free(found);
    return CUFFT_SUCCESS;
}

/* Writes the size of the work area for each device: the first one computes. */
static void write_sizes(const plan *plan, size_t *sizes) {
    for (int each = 1; each < plan->device_count; each++) {
        sizes[each] = 0;
    }
    sizes[0] = work_size(plan);
}

static cufftResult make(cufftHandle handle, const request *request, size_t *size) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL && !found->is_made && size != NULL, CUFFT_INVALID_PLAN);
    TRY(describe(found, request));
    int selected = select_first(found);
    cufftResult result = found->device_count == 0 ? CUFFT_SUCCESS : divide(found);
    result = result == CUFFT_SUCCESS ? prepare(found) : result;
    select_again(selected);
    REQUIRE(result == CUFFT_SUCCESS, result);
    found->is_made = 1;
    write_sizes(found, size);
    return CUFFT_SUCCESS;
}

/* Creates a plan and makes it; a plan that cannot be made is destroyed. */
static cufftResult make_new(cufftHandle *handle, const request *request) {
    size_t size;
    TRY(cufftCreate(handle));
    cufftResult result = make(*handle, request, &size);
    if (result != CUFFT_SUCCESS) {
        cufftDestroy(*handle);
    }
    return result;
}

static cufftResult estimate(const request *request, size_t *size) {
    plan unmade = {0};
    REQUIRE(size != NULL, CUFFT_INVALID_VALUE);
    TRY(describe(&unmade, request));
    *size = work_size(&unmade);
    return CUFFT_SUCCESS;
}

#define DENSE(dimensions, kind, count, ...)                                                                            \
    (request) { .rank = dimensions, .lengths = (int64_t[]){__VA_ARGS__}, .type = kind, .batches = count }

EXPORT cufftResult cufftPlan1d(cufftHandle *plan, int x, cufftType type, int batches) {
    return make_new(plan, &DENSE(1, type, batches, x));
}

EXPORT cufftResult cufftPlan2d(cufftHandle *plan, int x, int y, cufftType type) {
    return make_new(plan, &DENSE(2, type, 1, x, y));
}

EXPORT cufftResult cufftPlan3d(cufftHandle *plan, int x, int y, int z, cufftType type) {
    return make_new(plan, &DENSE(3, type, 1, x, y, z));
}

EXPORT cufftResult cufftMakePlan1d(cufftHandle plan, int x, cufftType type, int batches, size_t *size) {
    return make(plan, &DENSE(1, type, batches, x), size);
}

EXPORT cufftResult cufftMakePlan2d(cufftHandle plan, int x, int y, cufftType type, size_t *size) {
    return make(plan, &DENSE(2, type, 1, x, y), size);
}

EXPORT cufftResult cufftMakePlan3d(cufftHandle plan, int x, int y, int z, cufftType type, size_t *size) {
    return make(plan, &DENSE(3, type, 1, x, y, z), size);
}

EXPORT cufftResult cufftEstimate1d(int x, cufftType type, int batches, size_t *size) {
    return estimate(&DENSE(1, type, batches, x), size);
}

EXPORT cufftResult cufftEstimate2d(int x, int y, cufftType type, size_t *size) {
    return estimate(&DENSE(2, type, 1, x, y), size);
}

EXPORT cufftResult cufftEstimate3d(int x, int y, int z, cufftType type, size_t *size) {
    return estimate(&DENSE(3, type, 1, x, y, z), size);
}

EXPORT cufftResult cufftGetSize1d(cufftHandle plan, int x, cufftType type, int batches, size_t *size) {
    REQUIRE(find_plan(plan) != NULL, CUFFT_INVALID_PLAN);
    return cufftEstimate1d(x, type, batches, size);
}

EXPORT cufftResult cufftGetSize2d(cufftHandle plan, int x, int y, cufftType type, size_t *size) {
    REQUIRE(find_plan(plan) != NULL, CUFFT_INVALID_PLAN);
    return cufftEstimate2d(x, y, type, size);
}

EXPORT cufftResult cufftGetSize3d(cufftHandle plan, int x, int y, int z, cufftType type, size_t *size) {
    REQUIRE(find_plan(plan) != NULL, CUFFT_INVALID_PLAN);
    return cufftEstimate3d(x, y, z, type, size);
}

/* The lengths of a request with numbers of 32 bits; null stays null. */
static const int64_t *widen(const int *narrow, int rank, int64_t wide[DIMENSIONS]) {
    for (int each = 0; narrow != NULL && each < rank && each < DIMENSIONS; each++) {
        wide[each] = narrow[each];
    }
    return narrow == NULL ? NULL : wide;
}

#define MANY(Int)                                                                                                      \
    int rank, Int *lengths, Int *in_embed, Int in_step, Int in_distance, Int *out_embed, Int out_step,                 \
        Int out_distance, cufftType type, Int batches
#define NARROW                                                                                                         \
    int64_t wide[3][DIMENSIONS];                                                                                       \
    request request = {rank,      widen(lengths, rank, wide[0]),   widen(in_embed, rank, wide[1]),                     \
                       in_step,   in_distance,                     widen(out_embed, rank, wide[2]),                    \
                       out_step,  out_distance,                    type,                                               \
                       batches}
#define WIDE                                                                                                           \
    request request = {rank,       (const int64_t *)lengths, (const int64_t *)in_embed, in_step, in_distance,          \
                       (const int64_t *)out_embed, out_step, out_distance,              type,    batches}

EXPORT cufftResult cufftPlanMany(cufftHandle *plan, MANY(int)) {
    NARROW;
    return make_new(plan, &request);
}

EXPORT cufftResult cufftMakePlanMany(cufftHandle plan, MANY(int), size_t *size) {
    NARROW;
    return make(plan, &request, size);
}

EXPORT cufftResult cufftEstimateMany(MANY(int), size_t *size) {
    NARROW;
    return estimate(&request, size);
}

EXPORT cufftResult cufftGetSizeMany(cufftHandle plan, MANY(int), size_t *size) {
    NARROW;
    REQUIRE(find_plan(plan) != NULL, CUFFT_INVALID_PLAN);
    return estimate(&request, size);
}

EXPORT cufftResult cufftMakePlanMany64(cufftHandle plan, MANY(long long), size_t *size) {
    WIDE;
    return make(plan, &request, size);
}

EXPORT cufftResult cufftGetSizeMany64(cufftHandle plan, MANY(long long), size_t *size) {
    WIDE;
    REQUIRE(find_plan(plan) != NULL, CUFFT_INVALID_PLAN);
    return estimate(&request, size);
}

/* The type of a transform between two types of data; 0 for those that the library lacks, such as half precision. */
static cufftType type_between(int in, int out, int execution) {
    int is_narrow = execution == CUDA_C_32F;
    int real = is_narrow ? CUDA_R_32F : CUDA_R_64F, complex = is_narrow ? CUDA_C_32F : CUDA_C_64F;
    if (execution != CUDA_C_32F && execution != CUDA_C_64F) {
        return (cufftType)0;
    }
    if (in == complex && out == complex) {
        return is_narrow ? CUFFT_C2C : CUFFT_Z2Z;
    }
    if (in == real && out == complex) {
        return is_narrow ? CUFFT_R2C : CUFFT_D2Z;
    }
    return in != complex || out != real ? (cufftType)0 : is_narrow ? CUFFT_C2R : CUFFT_Z2D;
}

#define XT_MANY                                                                                                        \
    cufftHandle plan, int rank, long long *lengths, long long *in_embed, long long in_step, long long in_distance,     \
        int in_type, long long *out_embed, long long out_step, long long out_distance, int out_type,                   \
        long long batches, size_t *size, int execution
#define XT_REQUEST                                                                                                     \
    cufftType type = type_between(in_type, out_type, execution);                                                       \
    REQUIRE(type != 0, CUFFT_NOT_SUPPORTED);                                                                           \
    WIDE

EXPORT cufftResult cufftXtMakePlanMany(XT_MANY) {
    XT_REQUEST;
    return make(plan, &request, size);
}

EXPORT cufftResult cufftXtGetSizeMany(XT_MANY) {
    XT_REQUEST;
    REQUIRE(find_plan(plan) != NULL, CUFFT_INVALID_PLAN);
    return estimate(&request, size);
}

EXPORT cufftResult cufftGetSize(cufftHandle handle, size_t *size) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL && found->is_made && size != NULL, CUFFT_INVALID_PLAN);
    write_sizes(found, size);
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftSetStream(cufftHandle handle, CUstream stream) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    found->stream = stream;
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftSetAutoAllocation(cufftHandle handle, int allocates) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL && !found->is_made, CUFFT_INVALID_PLAN);
    found->allocates = allocates != 0;
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftSetWorkArea(cufftHandle handle, void *work) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    found->work = (uintptr_t)work;
    return CUFFT_SUCCESS;
}

static cufftResult execute(cufftHandle handle, const void *in, void *out, int direction) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL && found->is_made && found->device_count == 0, CUFFT_INVALID_PLAN);
    REQUIRE(in != NULL && out != NULL, CUFFT_INVALID_VALUE);
    REQUIRE(direction == CUFFT_FORWARD || direction == CUFFT_INVERSE, CUFFT_INVALID_VALUE);
    return transform(found, in, out, direction == CUFFT_INVERSE);
}

/* The function of a type, whose direction is given or follows from it. */
static cufftResult execute_type(cufftHandle handle, cufftType type, const void *in, void *out, int direction) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL && found->type == type, CUFFT_INVALID_PLAN);
    return execute(handle, in, out, direction);
}

EXPORT cufftResult cufftExecC2C(cufftHandle plan, void *in, void *out, int direction) {
    return execute_type(plan, CUFFT_C2C, in, out, direction);
}

EXPORT cufftResult cufftExecZ2Z(cufftHandle plan, void *in, void *out, int direction) {
    return execute_type(plan, CUFFT_Z2Z, in, out, direction);
}

EXPORT cufftResult cufftExecR2C(cufftHandle plan, void *in, void *out) {
    return execute_type(plan, CUFFT_R2C, in, out, CUFFT_FORWARD);
}

EXPORT cufftResult cufftExecD2Z(cufftHandle plan, void *in, void *out) {
    return execute_type(plan, CUFFT_D2Z, in, out, CUFFT_FORWARD);
}

EXPORT cufftResult cufftExecC2R(cufftHandle plan, void *in, void *out) {
    return execute_type(plan, CUFFT_C2R, in, out, CUFFT_INVERSE);
}

EXPORT cufftResult cufftExecZ2D(cufftHandle plan, void *in, void *out) {
    return execute_type(plan, CUFFT_Z2D, in, out, CUFFT_INVERSE);
}

/* The direction of a transform between real and complex numbers follows from its type. */
EXPORT cufftResult cufftXtExec(cufftHandle handle, void *in, void *out, int direction) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    int is_mixed = found->in.is_real || found->out.is_real;
    return execute(handle, in, out, !is_mixed ? direction : found->in.is_real ? CUFFT_FORWARD : CUFFT_INVERSE);
}

EXPORT cufftResult cufftGetVersion(int *version) {
    REQUIRE(version != NULL, CUFFT_INVALID_VALUE);
    *version = VERSION;
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftGetProperty(int type, int *value) {
    REQUIRE(value != NULL && type >= MAJOR_VERSION && type <= PATCH_LEVEL, CUFFT_INVALID_VALUE);
    *value = type == MAJOR_VERSION ? CUDA_MAJOR - 1 : 0;
    return CUFFT_SUCCESS;
}
