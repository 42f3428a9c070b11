/* The kernels of the kit's cuSPARSE, for one type each. compile-kernels compiles this file to f32.ptx and the others, which
 * are kept since the kit is built without a compiler for CUDA. A test compiles them again. */
#include "order.h"
#include "products.h"

#if defined(MODULE_f32)
typedef float Number;
#define KERNEL(name) extern "C" __attribute__((global)) void offload_tck_sparse_##name##_f32
#elif defined(MODULE_f64)
typedef double Number;
#define KERNEL(name) extern "C" __attribute__((global)) void offload_tck_sparse_##name##_f64
#elif defined(MODULE_c32)
typedef complex<float> Number;
#define KERNEL(name) extern "C" __attribute__((global)) void offload_tck_sparse_##name##_c32
#elif defined(MODULE_c64)
typedef complex<double> Number;
#define KERNEL(name) extern "C" __attribute__((global)) void offload_tck_sparse_##name##_c64
#endif

KERNEL(product)(product product) { multiply_all<Number>(product); }
KERNEL(solve)(solve solve) { solve_columns<Number>(solve); }
KERNEL(sample)(sampled sampled) { sample<Number>(sampled); }

KERNEL(scale)(vectors vectors) { scale<Number>(vectors); }
KERNEL(add)(vectors vectors) { add<Number>(vectors); }
KERNEL(gather)(vectors vectors) { gather<Number>(vectors); }
KERNEL(scatter)(vectors vectors) { scatter<Number>(vectors); }
KERNEL(rotate)(vectors vectors) { rotate<Number>(vectors); }
KERNEL(dot)(vectors vectors) { dot<Number>(vectors); }

KERNEL(keys)(sorting sorting) { write_keys(sorting); }
KERNEL(merge)(sorting sorting) { merge_runs(sorting); }
KERNEL(bounds)(sorting sorting) { find_bounds(sorting); }
KERNEL(offsets)(sorting sorting) { write_offsets(sorting); }
KERNEL(lines)(sorting sorting) { write_lines(sorting); }
KERNEL(indices)(movement movement) { move_indices(movement); }
KERNEL(values)(movement movement) { move_values<Number>(movement); }

KERNEL(count)(conversion conversion) { count_elements<Number>(conversion); }
KERNEL(sum)(conversion conversion) { sum_counts(conversion); }
KERNEL(compress)(conversion conversion) { compress<Number>(conversion); }
KERNEL(clear)(conversion conversion) { clear<Number>(conversion); }
KERNEL(expand)(conversion conversion) { expand<Number>(conversion); }

KERNEL(count_result)(combination combination) { count_result(combination); }
KERNEL(combine)(combination combination) { combine<Number>(combination); }
