/* The kernels of the kit's cuBLAS. A module has those of one type; compile-kernels compiles this file to f32.ptx and the
 * others. The kit is built without a compiler for CUDA, so that both are kept, and a test compiles them again. */
#include "product.h"
#include "solve.h"
#include "squares.h"
#include "vectors.h"

/* TYPED has the routines of the four types of BLAS. */
#define PRODUCT(name, Element, Sum, To)                                                                                \
    KERNEL offload_tck_product_##name(product product) { tiles<Element, Element, Sum, To>(product); }                  \
    KERNEL offload_tck_product_##name##_elements(product product) { elements<Element, Element, Sum, To>(product); }

#define VECTORS(name, Number, Sum)                                                                                     \
    KERNEL offload_tck_axpy_##name(vectors vectors) { add<Number, Sum>(vectors); }                                     \
    KERNEL offload_tck_scal_##name(vectors vectors) { scale<Number, Sum>(vectors); }                                   \
    KERNEL offload_tck_dot_##name(vectors vectors) { dot<Number, Sum>(vectors); }                                      \
    KERNEL offload_tck_asum_##name(vectors vectors) { absolute_sum<Number, Sum>(vectors); }                            \
    KERNEL offload_tck_nrm2_##name(vectors vectors) { norm<Number, Sum>(vectors); }                                    \
    KERNEL offload_tck_amax_##name(vectors vectors) { extreme<Number, Sum, true>(vectors); }                           \
    KERNEL offload_tck_amin_##name(vectors vectors) { extreme<Number, Sum, false>(vectors); }

/* 16-bit numbers are computed with in single precision. */
#define NARROW(name, Number)                                                                                           \
    PRODUCT(name, Number, float, Number)                                                                               \
    PRODUCT(name##_f32, Number, float, float)                                                                          \
    VECTORS(name, Number, float)                                                                                       \
    KERNEL offload_tck_combine_##name(combination combination) { combine<Number, float>(combination); }

#define TYPED(name, Number)                                                                                            \
    PRODUCT(name, Number, Number, Number)                                                                              \
    VECTORS(name, Number, Number)                                                                                      \
    KERNEL offload_tck_swap_##name(vectors vectors) { swap<Number>(vectors); }                                         \
    KERNEL offload_tck_rot_##name(vectors vectors) { rotate<Number>(vectors); }                                        \
    KERNEL offload_tck_solve_##name(solve solve) { solve_columns<Number>(solve); }                                     \
    KERNEL offload_tck_combine_##name(combination combination) { combine<Number, Number>(combination); }                       \
    KERNEL offload_tck_getrf_##name(factors factors) { factorise<Number>(factors); }                                   \
    KERNEL offload_tck_exchange_##name(factors factors) { exchange_rows<Number>(factors); }                            \
    KERNEL offload_tck_geqrf_##name(least_squares given) { factorise_reflections<Number>(given); }                     \
    KERNEL offload_tck_gels_##name(least_squares given) { solve_squares<Number>(given); }

#if defined(MODULE_f32)
TYPED(f32, float)
KERNEL offload_tck_rotm_f32(rotation rotation) { rotate_modified<float>(rotation); }
#elif defined(MODULE_f64)
TYPED(f64, double)
KERNEL offload_tck_rotm_f64(rotation rotation) { rotate_modified<double>(rotation); }
#elif defined(MODULE_c32)
TYPED(c32, complex<float>)
#elif defined(MODULE_c64)
TYPED(c64, complex<double>)
#elif defined(MODULE_f16)
NARROW(f16, half)
#elif defined(MODULE_bf16)
NARROW(bf16, bfloat16)
#elif defined(MODULE_s8)
PRODUCT(s8_s32, signed char, int, int)
PRODUCT(s8_f32, signed char, float, float)
#endif
