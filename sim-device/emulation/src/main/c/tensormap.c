/* Tensor maps. The bytes are the kit's own: the Javadoc of TensorMapLayout has the table of them. */
#include <string.h>

#include "client.h"

#define MAP_ALIGNMENT 64
#define MOST_DIMENSIONS 5
#define MOST_BOX 256
#define MOST_ELEMENT_STRIDE 8
#define MOST_ELEMENTS (UINT64_C(1) << 32)
#define STRIDE_LIMIT (UINT64_C(1) << 40)
/* The exclusive or of all words of a map. */
#define SEAL UINT32_C(0x54434b31)
/* Elements along the first dimension of a map of packed types. */
#define PACKED_ELEMENTS 128

struct map {
    uint64_t address;
    uint32_t dimensions[MOST_DIMENSIONS]; /* modulo 2^32 */
    uint32_t check;
    uint64_t strides[MOST_DIMENSIONS - 1];
    uint32_t box[MOST_DIMENSIONS];
    uint32_t element_strides[MOST_DIMENSIONS];
    uint8_t type;
    uint8_t rank_less_1;
    uint8_t interleave;
    uint8_t swizzle;
    uint8_t atomicity;
    uint8_t fill;
    uint8_t promotion;
    uint8_t reserved[17];
};

_Static_assert(sizeof(struct map) == sizeof(CUtensorMap), "the size of a map");

struct type {
    uint8_t code; /* of tensormap.replace (PTX ISA 9.0, 9.7.9.26.1.1) */
    uint8_t bits;
    uint8_t is_float;
};

static const struct type types[] = {
    [CU_TENSOR_MAP_DATA_TYPE_UINT8] = {0, 8, 0},
    [CU_TENSOR_MAP_DATA_TYPE_UINT16] = {1, 16, 0},
    [CU_TENSOR_MAP_DATA_TYPE_UINT32] = {2, 32, 0},
    [CU_TENSOR_MAP_DATA_TYPE_INT32] = {3, 32, 0},
    [CU_TENSOR_MAP_DATA_TYPE_UINT64] = {4, 64, 0},
    [CU_TENSOR_MAP_DATA_TYPE_INT64] = {5, 64, 0},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT16] = {6, 16, 1},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT32] = {7, 32, 1},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT64] = {9, 64, 1},
    [CU_TENSOR_MAP_DATA_TYPE_BFLOAT16] = {10, 16, 1},
    [CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ] = {8, 32, 1},
    [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32] = {11, 32, 1},
    [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ] = {12, 32, 1},
    [CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B] = {13, 4, 0},
    [CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B] = {14, 4, 0},
    [CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B] = {15, 6, 0},
};

struct swizzle {
    uint8_t mode;
    uint8_t atomicity;
    uint8_t span; /* in bytes */
};

static const struct swizzle swizzles[] = {
    [CU_TENSOR_MAP_SWIZZLE_NONE] = {0, 0, 0},
    [CU_TENSOR_MAP_SWIZZLE_32B] = {1, 0, 32},
    [CU_TENSOR_MAP_SWIZZLE_64B] = {2, 0, 64},
    [CU_TENSOR_MAP_SWIZZLE_128B] = {3, 0, 128},
    [CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B] = {3, 1, 128},
    [CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B] = {3, 2, 128},
    [CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B] = {3, 3, 128},
};

static int is_multiple(uint64_t value, uint64_t of) {
    return value % of == 0;
}

/* Whether all values of enumerations exist. */
static int have_values(int type, int interleave, int swizzle, int promotion, int fill) {
    return type >= 0 && (size_t)type < sizeof types / sizeof *types && interleave >= 0 &&
           interleave <= CU_TENSOR_MAP_INTERLEAVE_32B && swizzle >= 0 &&
           (size_t)swizzle < sizeof swizzles / sizeof *swizzles && promotion >= 0 &&
           promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B && fill >= 0 &&
           fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
}

/* Packed elements that are moved as 16 aligned bytes. */
static int is_padded(int type) {
    return type == CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B || type == CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B;
}

/* What the address and the strides are multiples of. */
static uint64_t alignment(int type, int interleave) {
    return interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(type) ? 32 : 16;
}

static int are_packed_valid(int type, uint64_t elements, uint32_t box) {
    if (is_padded(type)) {
        return is_multiple(elements, PACKED_ELEMENTS) && box == PACKED_ELEMENTS;
    }
    return type != CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B || is_multiple(elements, 2);
}

/* Whether a type may be swizzled so. */
static int is_swizzled(int type, int interleave, int swizzle) {
    if (interleave == CU_TENSOR_MAP_INTERLEAVE_32B && swizzle != CU_TENSOR_MAP_SWIZZLE_32B) {
        return 0;
    }
    if (type == CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B && interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) {
        return 0;
    }
    return !is_padded(type) || swizzle == CU_TENSOR_MAP_SWIZZLE_NONE || swizzle == CU_TENSOR_MAP_SWIZZLE_128B ||
           swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B ||
           (swizzle == CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B && type == CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B);
}

static int is_row_valid(int type, int interleave, int swizzle, uint32_t box) {
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) {
        return 1;
    }
    uint64_t bits = (uint64_t)box * types[type].bits;
    unsigned span = swizzles[swizzle].span;
    return is_multiple(bits, 16 * 8) && (span == 0 || is_padded(type) || bits <= span * 8);
}

static void seal(struct map *map) {
    uint32_t words[sizeof *map / sizeof(uint32_t)];
    map->check = SEAL;
    memcpy(words, map, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        map->check ^= i == offsetof(struct map, check) / sizeof *words ? 0 : words[i];
    }
}

/* The limits are those of the documentation of the function (CUDA driver API 13.0). */
EXPORT CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, int tensorDataType, uint32_t tensorRank,
                                       void *globalAddress, const uint64_t *globalDim,
                                       const uint64_t *globalStrides, const uint32_t *boxDim,
                                       const uint32_t *elementStrides, int interleave, int swizzle, int l2Promotion,
                                       int oobFill) {
    struct map map;
    memset(&map, 0, sizeof map);
    REQUIRE(tensorMap != NULL && is_multiple((uintptr_t)tensorMap, MAP_ALIGNMENT))
    REQUIRE(have_values(tensorDataType, interleave, swizzle, l2Promotion, oobFill))
    REQUIRE(tensorRank >= 1 && tensorRank <= MOST_DIMENSIONS)
    REQUIRE(interleave == CU_TENSOR_MAP_INTERLEAVE_NONE || tensorRank >= 3)
    REQUIRE(globalDim != NULL && boxDim != NULL && elementStrides != NULL)
    REQUIRE(globalStrides != NULL || tensorRank == 1)
    uint64_t multiple = alignment(tensorDataType, interleave);
    REQUIRE(is_multiple((uintptr_t)globalAddress, multiple))
    for (uint32_t d = 0; d < tensorRank; d++) {
        REQUIRE(globalDim[d] >= 1 && globalDim[d] <= MOST_ELEMENTS)
        REQUIRE(boxDim[d] >= 1 && boxDim[d] <= MOST_BOX)
        REQUIRE(elementStrides[d] >= 1 && elementStrides[d] <= MOST_ELEMENT_STRIDE)
        map.dimensions[d] = (uint32_t)globalDim[d];
        map.box[d] = boxDim[d];
        map.element_strides[d] = elementStrides[d];
    }
    for (uint32_t d = 0; d + 1 < tensorRank; d++) {
        REQUIRE(is_multiple(globalStrides[d], multiple) && globalStrides[d] < STRIDE_LIMIT)
        map.strides[d] = globalStrides[d];
    }
    REQUIRE(are_packed_valid(tensorDataType, globalDim[0], boxDim[0]))
    REQUIRE(is_swizzled(tensorDataType, interleave, swizzle))
    REQUIRE(is_row_valid(tensorDataType, interleave, swizzle, boxDim[0]))
    REQUIRE(oobFill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || types[tensorDataType].is_float)
    map.address = (uintptr_t)globalAddress;
    map.type = types[tensorDataType].code;
    map.rank_less_1 = (uint8_t)(tensorRank - 1);
    map.interleave = (uint8_t)interleave;
    map.swizzle = swizzles[swizzle].mode;
    map.atomicity = swizzles[swizzle].atomicity;
    map.fill = (uint8_t)oobFill;
    map.promotion = (uint8_t)l2Promotion;
    seal(&map);
    memcpy(tensorMap, &map, sizeof map);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) {
    struct map map;
    REQUIRE(tensorMap != NULL && is_multiple((uintptr_t)tensorMap, MAP_ALIGNMENT))
    memcpy(&map, tensorMap, sizeof map);
    uint32_t check = map.check;
    seal(&map);
    REQUIRE(map.check == check)
    int is_wide = map.interleave == CU_TENSOR_MAP_INTERLEAVE_32B || map.type >= 14;
    REQUIRE(is_multiple((uintptr_t)globalAddress, is_wide ? 32 : 16))
    map.address = (uintptr_t)globalAddress;
    seal(&map);
    memcpy(tensorMap, &map, sizeof map);
    return CUDA_SUCCESS;
}
