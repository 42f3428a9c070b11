/* Transforms of data that are divided among devices ("cuFFT API Reference", "Multiple GPU cuFFT Transforms"). The first device
 * computes: the parts are copied to it, transformed, and copied back in the order of the result. Data lie in place, as complex
 * numbers. Types and values are those of cufftXt.h and cudalibxt.h of CUDA 11.8. */
#include <stdlib.h>
#include <string.h>

#include "cufft.h"

typedef enum {
    CUFFT_XT_FORMAT_INPUT,
    CUFFT_XT_FORMAT_OUTPUT,
    CUFFT_XT_FORMAT_INPLACE,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED
} cufftXtSubFormat;

enum { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE };
enum { CUFFT_QUERY_1D_FACTORS };

enum { MAX_CUDA_DESCRIPTOR_GPUS = 64 };

typedef struct {
    int version;
    int count;
    int devices[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *state;
} cudaXtDesc;

typedef struct {
    int version;
    cudaXtDesc *descriptor;
    int library;
    cufftXtSubFormat format;
    cufftXtSubFormat *allocated; /* the format that a copy from another place gives it */
} cudaLibXtDesc;

typedef struct {
    long long size, string_count, string_length, substring_length, factor1, factor2;
    long long string_mask, substring_mask, factor1_mask, factor2_mask;
    int string_shift, substring_shift, factor1_shift, factor2_shift;
} cufftXt1dFactors;

/* The functions of the CUDA runtime that choose devices. */
int cudaGetDevice(int *device);
int cudaSetDevice(int device);
int cudaGetDeviceCount(int *count);
int cudaDeviceSynchronize(void);

int select_first(const plan *plan) {
    int selected = -1;
    if (plan->device_count > 0 && cudaGetDevice(&selected) == 0) {
        cudaSetDevice(plan->devices[0]);
        has_context();
    }
    return selected;
}

void select_again(int device) {
    if (device >= 0) {
        cudaSetDevice(device);
        has_context();
    }
}

EXPORT cufftResult cufftXtSetGPUs(cufftHandle handle, int count, int *devices) {
    plan *found = find_plan(handle);
    int all = 0;
    REQUIRE(found != NULL && !found->is_made, CUFFT_INVALID_PLAN);
    REQUIRE(count >= 1 && count <= MOST_DEVICES && devices != NULL, CUFFT_INVALID_VALUE);
    REQUIRE(cudaGetDeviceCount(&all) == 0, CUFFT_SETUP_FAILED);
    for (int each = 0; each < count; each++) {
        REQUIRE(devices[each] >= 0 && devices[each] < all, CUFFT_INVALID_DEVICE);
        for (int other = 0; other < each; other++) {
            REQUIRE(devices[other] != devices[each], CUFFT_INVALID_DEVICE);
        }
    }
    found->device_count = count;
    memcpy(found->devices, devices, (size_t)count * sizeof *devices);
    return CUFFT_SUCCESS;
}

static int is_real(const plan *plan) { return plan->in.is_real || plan->out.is_real; }

static size_t element_size(const plan *plan) { return is_double(plan->type) ? 2 * sizeof(double) : 2 * sizeof(float); }

/* A dimension of the arrays of complex numbers, counted from the first of the plan. Rows of real numbers have room for the complex
 * ones. */
static int64_t length(const plan *plan, int dimension) {
    int64_t found = dimension < plan->rank ? plan->lengths[DIMENSIONS - plan->rank + dimension] : 1;
    return is_real(plan) && dimension == plan->rank - 1 ? found / 2 + 1 : found;
}

static int64_t total(const plan *plan) {
    return plan->batches * length(plan, 0) * length(plan, 1) * length(plan, 2);
}

/* Divides `count` rows: the first parts have one more, if they are not equal. */
static int64_t share(int64_t count, int parts, int part) { return count / parts + (part < count % parts); }

static int64_t begin_of(int64_t count, int parts, int part) {
    return part * (count / parts) + (part < count % parts ? part : count % parts);
}

/* Finds the strings, whose number and lengths are assumed: 8, or more for more devices. The second factor is the largest whose square is at
 * most a quarter of the length. Returns whether there are any. */
static int find_strings(plan *plan) {
    int64_t all = length(plan, 0), count = 8;
    while (count % plan->device_count != 0) {
        count++;
    }
    for (int64_t factor = 1; 4 * factor * factor <= all; factor++) {
        if (all % factor == 0 && all / factor % count == 0) {
            plan->strings = (struct strings){count, factor, all / factor / count, all / factor};
        }
    }
    return plan->strings.count > 0;
}

cufftResult divide(plan *plan) {
    int is_single = plan->batches == 1 && plan->rank == 1;
    REQUIRE(plan->has_default_layout && !(is_single && is_real(plan)), CUFFT_NOT_SUPPORTED);
    REQUIRE(!is_single || plan->device_count == 1 || find_strings(plan), CUFFT_INVALID_SIZE);
    CUresult result = allocate_for("cufftMakePlan", &plan->gathered, (size_t)total(plan) * element_size(plan));
    return result == CUDA_SUCCESS ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

static int is_shuffled(cufftXtSubFormat format) {
    return format == CUFFT_XT_FORMAT_OUTPUT || format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
}

/* Rows of `width` elements: without gaps on a device, and `step` apart in the whole array. */
struct piece {
    int64_t at_device;
    int64_t at_array;
    int64_t width;
    int64_t rows;
    int64_t step;
};

/* The pieces of a device. The result of a transform in several dimensions is divided along the second one. */
static int64_t count_pieces(const plan *plan, int shuffled, int device) {
    int has_strings = shuffled && plan->strings.count > 0;
    return has_strings ? share(plan->strings.count, plan->device_count, device) : 1;
}

static struct piece piece_of(const plan *plan, int shuffled, int device, int64_t number) {
    int parts = plan->device_count;
    const struct strings *strings = &plan->strings;
    if (shuffled && strings->count > 0) {
        int64_t string = begin_of(strings->count, parts, device) + number;
        return (struct piece){number * strings->length * strings->substrings, string * strings->length, strings->length,
                              strings->substrings, strings->step};
    }
    if (shuffled && plan->batches == 1 && plan->rank > 1) {
        int64_t inner = length(plan, 2), columns = length(plan, 1);
        return (struct piece){0, begin_of(columns, parts, device) * inner, share(columns, parts, device) * inner,
                              length(plan, 0), columns * inner};
    }
    int64_t rows = plan->batches > 1 ? plan->batches : length(plan, 0), row = total(plan) / rows;
    int64_t width = share(rows, parts, device) * row;
    return (struct piece){0, begin_of(rows, parts, device) * row, width, 1, width};
}

static int64_t elements_of(const plan *plan, int shuffled, int device) {
    struct piece first = piece_of(plan, shuffled, device, 0);
    return count_pieces(plan, shuffled, device) * first.width * first.rows;
}

/* The whole array, on the host or on the first device. */
struct whole {
    void *host;
    CUdeviceptr device;
};

/* Copies a piece to the whole array, or from it. */
static cufftResult copy_piece(const plan *plan, const struct piece *piece, struct whole whole, void *part, int gathers) {
    size_t size = element_size(plan), offset = (size_t)piece->at_array * size, width = (size_t)piece->width * size;
    CUDA_MEMCPY2D copy = {.WidthInBytes = width, .Height = (size_t)piece->rows};
    unsigned type = whole.host == NULL ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    CUdeviceptr device = (uintptr_t)part + (uint64_t)piece->at_device * size;
    REQUIRE(width > 0 && piece->rows > 0, CUFFT_SUCCESS);
    if (gathers) {
        copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.srcDevice = device;
        copy.srcPitch = width;
        copy.dstMemoryType = type;
        copy.dstHost = whole.host == NULL ? NULL : (char *)whole.host + offset;
        copy.dstDevice = whole.device + offset;
        copy.dstPitch = (size_t)piece->step * size;
    } else {
        copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        copy.dstDevice = device;
        copy.dstPitch = width;
        copy.srcMemoryType = type;
        copy.srcHost = whole.host == NULL ? NULL : (const char *)whole.host + offset;
        copy.srcDevice = whole.device + offset;
        copy.srcPitch = (size_t)piece->step * size;
    }
    return cuMemcpy2D_v2(&copy) == CUDA_SUCCESS ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

/* Copies the parts of all devices to the whole array, or from it, and waits for the end of it. */
static cufftResult copy_parts(const plan *plan, const cudaLibXtDesc *of, int shuffled, struct whole whole, int gathers) {
    for (int device = 0; device < plan->device_count; device++) {
        for (int64_t each = 0; each < count_pieces(plan, shuffled, device); each++) {
            struct piece piece = piece_of(plan, shuffled, device, each);
            TRY(copy_piece(plan, &piece, whole, of->descriptor->data[device], gathers));
        }
    }
    return cudaDeviceSynchronize() == 0 ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

/* Waits for the work of all devices, and selects the first one again. */
static cufftResult wait_for_devices(const plan *plan) {
    for (int each = plan->device_count - 1; each >= 0; each--) {
        REQUIRE(cudaSetDevice(plan->devices[each]) == 0 && cudaDeviceSynchronize() == 0, CUFFT_EXEC_FAILED);
    }
    return CUFFT_SUCCESS;
}

static plan *find_divided(cufftHandle handle) {
    plan *found = find_plan(handle);
    return found != NULL && found->is_made && found->device_count > 0 ? found : NULL;
}

static cufftResult allocate_parts(const plan *plan, cudaXtDesc *parts) {
    parts->count = plan->device_count;
    for (int each = 0; each < plan->device_count; each++) {
        CUdeviceptr address = 0;
        int64_t linear = elements_of(plan, 0, each), shuffled = elements_of(plan, 1, each);
        size_t size = (size_t)(linear > shuffled ? linear : shuffled) * element_size(plan);
        parts->devices[each] = plan->devices[each];
        parts->size[each] = size;
        REQUIRE(cudaSetDevice(plan->devices[each]) == 0 && has_context(), CUFFT_SETUP_FAILED);
        REQUIRE(allocate_for("cufftXtMalloc", &address, size == 0 ? 1 : size) == CUDA_SUCCESS, CUFFT_ALLOC_FAILED);
        parts->data[each] = (void *)(uintptr_t)address;
    }
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftXtFree(cudaLibXtDesc *descriptor) {
    REQUIRE(descriptor != NULL, CUFFT_INVALID_VALUE);
    cudaXtDesc *parts = descriptor->descriptor;
    int selected = 0;
    cudaGetDevice(&selected);
    for (int each = 0; parts != NULL && each < parts->count; each++) {
        if (parts->data[each] != NULL) {
            cudaSetDevice(parts->devices[each]);
            cudaDeviceSynchronize();
            cuMemFree_v2((uintptr_t)parts->data[each]);
        }
    }
    select_again(selected);
    free(parts);
    free(descriptor->allocated);
    free(descriptor);
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc **descriptor, cufftXtSubFormat format) {
    plan *found = find_divided(handle);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    REQUIRE(descriptor != NULL && format <= CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED, CUFFT_INVALID_VALUE);
    REQUIRE(format != CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED || found->rank == 1, CUFFT_INVALID_VALUE);
    cudaLibXtDesc *created = calloc(1, sizeof *created);
    REQUIRE(created != NULL, CUFFT_ALLOC_FAILED);
    created->format = format;
    created->descriptor = calloc(1, sizeof *created->descriptor);
    created->allocated = malloc(sizeof *created->allocated);
    int selected = select_first(found);
    int is_allocated = created->descriptor != NULL && created->allocated != NULL;
    cufftResult result = is_allocated ? allocate_parts(found, created->descriptor) : CUFFT_ALLOC_FAILED;
    select_again(selected);
    if (result != CUFFT_SUCCESS) {
        cufftXtFree(created);
        return result;
    }
    *created->allocated = format;
    *descriptor = created;
    return CUFFT_SUCCESS;
}

/* Copies between descriptors, through the whole array on the first device. */
static cufftResult copy_descriptor(const plan *plan, cudaLibXtDesc *target, const cudaLibXtDesc *source) {
    struct whole whole = {NULL, plan->gathered};
    TRY(copy_parts(plan, source, is_shuffled(source->format), whole, 1));
    return copy_parts(plan, target, is_shuffled(*target->allocated), whole, 0);
}

/* Host memory is in linear order. A copy to devices has the format with which the descriptor was allocated. */
static cufftResult copy_data(const plan *plan, void *target, void *source, int kind) {
    cudaLibXtDesc *from = source, *to = target;
    TRY(wait_for_devices(plan));
    if (kind == CUFFT_COPY_DEVICE_TO_HOST) {
        return copy_parts(plan, from, is_shuffled(from->format), (struct whole){target, 0}, 1);
    }
    TRY(kind == CUFFT_COPY_HOST_TO_DEVICE
            ? copy_parts(plan, to, is_shuffled(*to->allocated), (struct whole){source, 0}, 0)
            : copy_descriptor(plan, to, from));
    to->format = *to->allocated;
    return CUFFT_SUCCESS;
}

EXPORT cufftResult cufftXtMemcpy(cufftHandle handle, void *target, void *source, int kind) {
    plan *found = find_divided(handle);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    REQUIRE(target != NULL && source != NULL, CUFFT_INVALID_VALUE);
    REQUIRE(kind >= CUFFT_COPY_HOST_TO_DEVICE && kind <= CUFFT_COPY_DEVICE_TO_DEVICE, CUFFT_INVALID_VALUE);
    int selected = select_first(found);
    cufftResult result = copy_data(found, target, source, kind);
    select_again(selected);
    return result;
}

/* The format of the result: real numbers are in linear order, and complex ones change theirs. A string of one dimension cannot be
 * transformed. */
static cufftResult next_format(const plan *plan, cufftXtSubFormat from, cufftXtSubFormat *to) {
    int shuffled = is_shuffled(from), is_single = plan->batches == 1 && plan->rank == 1;
    REQUIRE(!shuffled || (!is_single && !plan->in.is_real), CUFFT_INVALID_VALUE);
    *to = shuffled || plan->out.is_real || plan->batches > 1 ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
    return CUFFT_SUCCESS;
}

static cufftResult transform_parts(plan *plan, cudaLibXtDesc *data, int is_inverse) {
    cufftXtSubFormat format;
    struct whole whole = {NULL, plan->gathered};
    void *array = (void *)(uintptr_t)plan->gathered;
    TRY(next_format(plan, data->format, &format));
    TRY(wait_for_devices(plan));
    TRY(copy_parts(plan, data, is_shuffled(data->format), whole, 1));
    TRY(transform(plan, array, array, is_inverse));
    REQUIRE(cuStreamSynchronize(plan->stream) == CUDA_SUCCESS, CUFFT_EXEC_FAILED);
    TRY(copy_parts(plan, data, is_shuffled(format), whole, 0));
    data->format = format;
    return CUFFT_SUCCESS;
}

/* Transforms are computed in place. */
static cufftResult execute(plan *plan, cudaLibXtDesc *in, const cudaLibXtDesc *out, int direction) {
    REQUIRE(plan != NULL, CUFFT_INVALID_PLAN);
    REQUIRE(in != NULL && out == in, CUFFT_INVALID_VALUE);
    REQUIRE(direction == CUFFT_FORWARD || direction == CUFFT_INVERSE, CUFFT_INVALID_VALUE);
    int selected = select_first(plan);
    cufftResult result = transform_parts(plan, in, direction == CUFFT_INVERSE);
    select_again(selected);
    return result;
}

static plan *find_typed(cufftHandle handle, cufftType type) {
    plan *found = find_divided(handle);
    return found != NULL && found->type == type ? found : NULL;
}

#define EXECUTE_COMPLEX(name)                                                                                          \
    EXPORT cufftResult cufftXtExecDescriptor##name(cufftHandle handle, cudaLibXtDesc *in, cudaLibXtDesc *out,          \
                                                   int direction) {                                                    \
        return execute(find_typed(handle, CUFFT_##name), in, out, direction);                                          \
    }
EXECUTE_COMPLEX(C2C)
EXECUTE_COMPLEX(Z2Z)

#define EXECUTE_REAL(name, direction)                                                                                  \
    EXPORT cufftResult cufftXtExecDescriptor##name(cufftHandle handle, cudaLibXtDesc *in, cudaLibXtDesc *out) {        \
        return execute(find_typed(handle, CUFFT_##name), in, out, direction);                                          \
    }
EXECUTE_REAL(R2C, CUFFT_FORWARD)
EXECUTE_REAL(D2Z, CUFFT_FORWARD)
EXECUTE_REAL(C2R, CUFFT_INVERSE)
EXECUTE_REAL(Z2D, CUFFT_INVERSE)

/* The direction of a transform between real and complex numbers follows from its type. */
EXPORT cufftResult cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction) {
    plan *found = find_divided(handle);
    REQUIRE(found != NULL, CUFFT_INVALID_PLAN);
    return execute(found, in, out, !is_real(found) ? direction : found->in.is_real ? CUFFT_FORWARD : CUFFT_INVERSE);
}

/* A work area for each device: that of the first one is used. */
EXPORT cufftResult cufftXtSetWorkArea(cufftHandle handle, void **areas) {
    plan *found = find_plan(handle);
    REQUIRE(found != NULL && found->is_made, CUFFT_INVALID_PLAN);
    REQUIRE(areas != NULL && areas[0] != NULL, CUFFT_INVALID_VALUE);
    found->work = (uintptr_t)areas[0];
    return CUFFT_SUCCESS;
}

static int is_power_of_two(int64_t value) { return (value & (value - 1)) == 0; }

/* Masks and shifts are 0 unless the length is a power of two. */
EXPORT cufftResult cufftXtQueryPlan(cufftHandle handle, void *factors, int query) {
    plan *found = find_divided(handle);
    REQUIRE(found != NULL && found->strings.count > 0, CUFFT_INVALID_PLAN);
    REQUIRE(factors != NULL && query == CUFFT_QUERY_1D_FACTORS, CUFFT_INVALID_VALUE);
    const struct strings *strings = &found->strings;
    cufftXt1dFactors result = {.size = total(found),
                               .string_count = strings->count,
                               .string_length = strings->length * strings->substrings,
                               .substring_length = strings->length,
                               .factor1 = strings->step,
                               .factor2 = strings->substrings};
    if (is_power_of_two(result.size)) {
        result.string_mask = result.string_count - 1;
        result.substring_mask = result.substring_length - 1;
        result.factor1_mask = result.factor1 - 1;
        result.factor2_mask = result.factor2 - 1;
        result.string_shift = __builtin_ctzll((unsigned long long)result.string_length);
        result.substring_shift = __builtin_ctzll((unsigned long long)result.substring_length);
        result.factor1_shift = __builtin_ctzll((unsigned long long)result.factor1);
        result.factor2_shift = __builtin_ctzll((unsigned long long)result.factor2);
    }
    *(cufftXt1dFactors *)factors = result;
    return CUFFT_SUCCESS;
}
