/* The kernels of the kit's cuSOLVER. A module has those of one type; compile-kernels compiles this file to f32.ptx and the
 * others, which are kept since the kit is built without a compiler for CUDA. A test compiles them again. */
#include "definite.h"
#include "diagonals.h"
#include "refactor.h"
#include "reflections.h"
#include "rotated.h"
#include "singular.h"
#include "sparse.h"
#include "spectrum.h"
#include "triangles.h"

#define KERNELS(name, Number)                                                                                          \
    KERNEL offload_tck_solver_getrf_##name(triangles given) { getrf<Number>(given); }                                  \
    KERNEL offload_tck_solver_getrs_##name(triangles given) { getrs<Number>(given); }                                  \
    KERNEL offload_tck_solver_potrf_##name(triangles given) { potrf<Number>(given); }                                  \
    KERNEL offload_tck_solver_potrs_##name(triangles given) { potrs<Number>(given); }                                  \
    KERNEL offload_tck_solver_potri_##name(triangles given) { potri<Number>(given); }                                  \
    KERNEL offload_tck_solver_sytrf_##name(triangles given) { sytrf<Number>(given); }                                  \
    KERNEL offload_tck_solver_sytrs_##name(triangles given) { sytrs<Number>(given); }                                  \
    KERNEL offload_tck_solver_geqrf_##name(reflections given) { geqrf<Number>(given); }                                \
    KERNEL offload_tck_solver_orgqr_##name(reflections given) { orgqr<Number>(given); }                                \
    KERNEL offload_tck_solver_ormqr_##name(reflections given) { ormqr<Number>(given); }                                \
    KERNEL offload_tck_solver_syevd_##name(spectrum given) { syevd<Number>(given); }                                   \
    KERNEL offload_tck_solver_gesvd_##name(singular given) { gesvd<Number>(given); }                                   \
    KERNEL offload_tck_solver_sparse_##name(sparse_system given) { solve_sparse<Number>(given); }                        \
    KERNEL offload_tck_solver_definite_##name(sparse_system given) { solve_definite<Number>(given); }                   \
    KERNEL offload_tck_solver_triangle_##name(sparse_system given) { factorise_triangle<Number>(given); }              \
    KERNEL offload_tck_solver_triangles_##name(sparse_system given) { solve_triangle<Number>(given); }                 \
    KERNEL offload_tck_solver_rotations_##name(sparse_system given) { factorise_rotated<Number>(given); }              \
    KERNEL offload_tck_solver_rotated_##name(sparse_system given) { solve_rotated<Number>(given); }

#if defined(MODULE_f32)
KERNELS(f32, float)
#elif defined(MODULE_f64)
KERNELS(f64, double)
KERNEL offload_tck_solver_reset_f64(refactorisation given) { reset_values(given); }
KERNEL offload_tck_solver_refactor_f64(refactorisation given) { refactor(given); }
KERNEL offload_tck_solver_resolve_f64(refactorisation given) { solve_again(given); }
#elif defined(MODULE_c32)
KERNELS(c32, complex<float>)
#elif defined(MODULE_c64)
KERNELS(c64, complex<double>)
#endif
