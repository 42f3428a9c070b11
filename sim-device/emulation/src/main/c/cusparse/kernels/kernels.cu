/* The kernels of the kit's cuSPARSE, for one type each. compile-kernels compiles this file to f32.ptx and the others, which
 * are kept since the kit is built without a compiler for CUDA. A test compiles them again. */
#include "blocks.h"
#include "incomplete.h"
#include "order.h"
#include "products.h"

#if defined(MODULE_f32)
typedef float Number;
#define NAMED(name) KERNEL offload_tck_sparse_##name##_f32
#elif defined(MODULE_f64)
typedef double Number;
#define NAMED(name) KERNEL offload_tck_sparse_##name##_f64
#elif defined(MODULE_c32)
typedef complex<float> Number;
#define NAMED(name) KERNEL offload_tck_sparse_##name##_c32
#elif defined(MODULE_c64)
typedef complex<double> Number;
#define NAMED(name) KERNEL offload_tck_sparse_##name##_c64
#endif

NAMED(product)(product product) { multiply_all<Number>(product); }
NAMED(solve)(solve solve) { solve_columns<Number>(solve); }
NAMED(sample)(sampled sampled) { sample<Number>(sampled); }

NAMED(scale)(vectors vectors) { scale<Number>(vectors); }
NAMED(add)(vectors vectors) { add<Number>(vectors); }
NAMED(gather)(vectors vectors) { gather<Number>(vectors); }
NAMED(scatter)(vectors vectors) { scatter<Number>(vectors); }
NAMED(rotate)(vectors vectors) { rotate<Number>(vectors); }
NAMED(dot)(vectors vectors) { dot<Number>(vectors); }

NAMED(keys)(sorting sorting) { write_keys(sorting); }
NAMED(merge)(sorting sorting) { merge_runs(sorting); }
NAMED(bounds)(sorting sorting) { find_bounds(sorting); }
NAMED(offsets)(sorting sorting) { write_offsets(sorting); }
NAMED(lines)(sorting sorting) { write_lines(sorting); }
NAMED(indices)(movement movement) { move_indices(movement); }
NAMED(values)(movement movement) { move_values<Number>(movement); }

NAMED(count)(conversion conversion) { count_elements<Number>(conversion); }
NAMED(sum)(conversion conversion) { sum_counts(conversion); }
NAMED(compress)(conversion conversion) { compress<Number>(conversion); }
NAMED(clear)(conversion conversion) { clear<Number>(conversion); }
NAMED(expand)(conversion conversion) { expand<Number>(conversion); }

NAMED(count_result)(combination combination) { count_result(combination); }
NAMED(combine)(combination combination) { combine<Number>(combination); }

NAMED(diagonals)(pivots pivots) { find_diagonals(pivots); }
NAMED(pivot)(pivots pivots) { find_pivot<Number>(pivots); }
NAMED(ilu)(incomplete incomplete) { factorise<Number>(incomplete); }
NAMED(ic)(incomplete incomplete) { factorise_symmetric<Number>(incomplete); }

NAMED(block_product)(block_product product) { multiply_blocks<Number>(product); }
NAMED(block_count)(regrouping regrouping) { count_blocks(regrouping); }
NAMED(block_columns)(regrouping regrouping) { write_block_columns(regrouping); }
NAMED(block_values)(regrouping regrouping) { write_block_values<Number>(regrouping); }
NAMED(block_offsets)(regrouping regrouping) { write_element_offsets(regrouping); }
NAMED(block_elements)(regrouping regrouping) { write_elements<Number>(regrouping); }
