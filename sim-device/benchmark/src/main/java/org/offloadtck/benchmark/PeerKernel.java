package org.offloadtck.benchmark;

import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// The kernels by which the simulator is compared with its peers, each with its launch shape: seven
/// of `ptx/peer_kernels.sm75.ptx`, and two regions of an OpenMP program in generic mode, in which
/// one lane works alone.
///
/// `ptx/src/peer_kernels.cl` has the same kernels for OpenCL, `peer_launches.c` the same launches.
public enum PeerKernel {
    SAXPY("saxpy"),
    MATMUL_NAIVE("matmul_naive"),
    MATMUL_TILED("matmul_tiled"),
    REDUCE("reduce"),
    HISTOGRAM("histogram"),
    NBODY("nbody"),
    MANDELBROT("mandelbrot"),
    /// A loop with a store.
    HASHES("hashes"),
    /// Calls of a function with a loop, and parallel regions that start with barriers.
    MATRIX_VECTOR("matrix_vector");

    private static final String PEERS = "ptx/peer_kernels.sm75.ptx";
    private static final String GENERIC_REGIONS = "ptx/omp_generic_regions.O2g.sm75.ptx";

    /// Sizes of the inputs.
    static final class Sizes {

        /// Elements of a vector.
        static final int VECTOR = 1 << 20;

        /// Rows and columns of a matrix.
        static final int MATRIX = 256;

        static final int BODIES = 2048;

        /// Pixels of a side of the image.
        static final int PICTURE = 512;

        /// Maximum number of iterations of a pixel.
        static final int ITERATIONS = 256;

        /// Teams of a generic region.
        static final int TEAMS = 8;

        /// Hashes of a team.
        static final int HASHES = 1 << 17;

        /// Rows and columns of the matrix that is multiplied by a vector.
        static final int ROWS = 1024;

        /// Threads of a team in generic mode: a warp of workers and the warp of the main thread, as
        /// libomptarget of LLVM 16 launches a region with `thread_limit(32)`.
        private static final int TEAM_THREADS = 64;

        private Sizes() {}
    }

    private final String symbol;

    PeerKernel(String symbol) {
        this.symbol = symbol;
    }

    /// The name of the kernel, of which its name in the module consists or that it contains.
    public String symbol() {
        return symbol;
    }

    /// The corpus file of the module.
    String module() {
        return isOneLane() ? GENERIC_REGIONS : PEERS;
    }

    /// Whether one lane of a warp works alone.
    boolean isOneLane() {
        return this == HASHES || this == MATRIX_VECTOR;
    }

    /// The grid and CTA sizes of the launch.
    public LaunchShape shape() {
        return switch (this) {
            case SAXPY, REDUCE -> LaunchShape.of(Sizes.VECTOR / 256, 256);
            case MATMUL_NAIVE, MATMUL_TILED -> plane(Sizes.MATRIX);
            case HISTOGRAM -> LaunchShape.of(256, 256);
            case NBODY -> LaunchShape.of(Sizes.BODIES / 128, 128);
            case MANDELBROT -> plane(Sizes.PICTURE);
            case HASHES, MATRIX_VECTOR -> LaunchShape.of(Sizes.TEAMS, Sizes.TEAM_THREADS);
        };
    }

    private static LaunchShape plane(int side) {
        return new LaunchShape(new Extent3D(side / 16, side / 16, 1), new Extent3D(16, 16, 1), 0);
    }
}
