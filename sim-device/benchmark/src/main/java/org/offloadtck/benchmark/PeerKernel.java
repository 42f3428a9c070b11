package org.offloadtck.benchmark;

import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;

/// The kernels of `ptx/peer_kernels.sm75.ptx`, by which the simulator is compared with its peers,
/// each with its launch shape.
///
/// `ptx/src/peer_kernels.cl` has the same kernels for OpenCL, `peer_launches.c` the same launches.
public enum PeerKernel {
    SAXPY("saxpy"),
    MATMUL_NAIVE("matmul_naive"),
    MATMUL_TILED("matmul_tiled"),
    REDUCE("reduce"),
    HISTOGRAM("histogram"),
    NBODY("nbody"),
    MANDELBROT("mandelbrot");

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

        private Sizes() {}
    }

    private final String symbol;

    PeerKernel(String symbol) {
        this.symbol = symbol;
    }

    /// The name of the kernel in the module.
    public String symbol() {
        return symbol;
    }

    /// The grid and CTA sizes of the launch.
    public LaunchShape shape() {
        return switch (this) {
            case SAXPY, REDUCE -> LaunchShape.of(Sizes.VECTOR / 256, 256);
            case MATMUL_NAIVE, MATMUL_TILED -> plane(Sizes.MATRIX);
            case HISTOGRAM -> LaunchShape.of(256, 256);
            case NBODY -> LaunchShape.of(Sizes.BODIES / 128, 128);
            case MANDELBROT -> plane(Sizes.PICTURE);
        };
    }

    private static LaunchShape plane(int side) {
        return new LaunchShape(new Extent3D(side / 16, side / 16, 1), new Extent3D(16, 16, 1), 0);
    }
}
