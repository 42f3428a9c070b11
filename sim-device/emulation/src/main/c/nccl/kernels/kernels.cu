/* The kernels of the kit's NCCL. compile-kernels compiles this file to all.ptx, which is kept since the kit is built without a
 * compiler for CUDA. A test compiles it again. */
#include "../parameters.h"
#include "float8.h"

#if defined(MODULE_all)
/* The type in which elements are combined. Integers wrap around, so that signed ones are added as unsigned ones. */
template <class Element> struct wide {
    typedef Element type;
    DEVICE type from(Element value) { return value; }
    DEVICE Element to(type value) { return value; }
};

template <class Element> struct wide_float {
    typedef float type;
    DEVICE type from(Element value) { return widen(value); }
    DEVICE Element to(type value) { return narrow<Element>::of(value); }
};

template <> struct wide<half> : wide_float<half> {};
template <> struct wide<bfloat16> : wide_float<bfloat16> {};
template <> struct wide<e4m3> : wide_float<e4m3> {};
template <> struct wide<e5m2> : wide_float<e5m2> {};

DEVICE float add(float a, float b) { return a + b; }
DEVICE double add(double a, double b) { return a + b; }
DEVICE float multiply(float a, float b) { return a * b; }
DEVICE double multiply(double a, double b) { return a * b; }
template <class Integer> DEVICE Integer add(Integer a, Integer b) { return (Integer)((uint64_t)a + (uint64_t)b); }
template <class Integer> DEVICE Integer multiply(Integer a, Integer b) { return (Integer)((uint64_t)a * (uint64_t)b); }

/* If one of two numbers is a NaN, the result is the other. */
template <class Number> DEVICE Number larger(Number a, Number b) { return a > b || b != b ? a : b; }
template <class Number> DEVICE Number smaller(Number a, Number b) { return a < b || b != b ? a : b; }

template <class Number> DEVICE Number combine(int operation, Number a, Number b) {
    switch (operation) {
    case OPERATION_PRODUCT:
        return multiply(a, b);
    case OPERATION_MAXIMUM:
        return larger(a, b);
    case OPERATION_MINIMUM:
        return smaller(a, b);
    default:
        return add(a, b);
    }
}

template <class Element> DEVICE void combine_all(const combination &of) {
    typedef wide<Element> as;
    for (uint64_t each = thread(); each < of.count; each += threads()) {
        typename as::type result = as::from(((const Element *)of.sources[0])[each]);
        for (int rank = 1; rank < of.ranks; rank++) {
            result = combine(of.operation, result, as::from(((const Element *)of.sources[rank])[each]));
        }
        if (of.operation == OPERATION_AVERAGE) {
            result = (typename as::type)(result / (typename as::type)of.ranks);
        }
        ((Element *)of.to)[each] = as::to(result);
    }
}

template <class Element> DEVICE void scale_all(const scaling &of) {
    typedef wide<Element> as;
    typename as::type scalar = as::from(of.address != 0 ? *(const Element *)of.address : *(const Element *)&of.value);
    for (uint64_t each = thread(); each < of.count; each += threads()) {
        ((Element *)of.to)[each] = as::to(multiply(as::from(((const Element *)of.from)[each]), scalar));
    }
}

#define KERNELS_OF(type, name)                                                                                         \
    KERNEL offload_tck_combine_##name(combination of) { combine_all<type>(of); }                                       \
    KERNEL offload_tck_scale_##name(scaling of) { scale_all<type>(of); }
KERNELS_OF(int8_t, s8)
KERNELS_OF(uint8_t, u8)
KERNELS_OF(int32_t, s32)
KERNELS_OF(uint32_t, u32)
KERNELS_OF(int64_t, s64)
KERNELS_OF(uint64_t, u64)
KERNELS_OF(half, f16)
KERNELS_OF(float, f32)
KERNELS_OF(double, f64)
KERNELS_OF(bfloat16, bf16)
KERNELS_OF(e4m3, e4m3)
KERNELS_OF(e5m2, e5m2)
#endif
