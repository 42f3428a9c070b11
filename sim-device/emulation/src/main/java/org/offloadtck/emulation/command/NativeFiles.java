package org.offloadtck.emulation.command;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The binaries that the build compiles from `src/main/c`.
public final class NativeFiles {

    public static final String LIBRARY = "libcuda.so.1";
    public static final String NVML = "libnvidia-ml.so.1";
    public static final String EXEC = "offload-tck-exec";
    public static final String RUNTIME = "libomptarget.so";

    /// Libraries of the CUDA runtime API, by the names to which programs of the CUDA releases 11,
    /// 12 and 13 are linked (`DT_SONAME` of NVIDIA's libraries).
    static final List<String> CUDA_RUNTIMES =
            List.of("libcudart.so.11.0", "libcudart.so.12", "libcudart.so.13");

    /// cuBLAS of these releases, likewise, with the functions of cublasLt.
    static final List<String> CUBLAS =
            List.of("libcublas.so.11", "libcublas.so.12", "libcublas.so.13");

    /// cuFFT of these releases.
    static final List<String> CUFFT = List.of("libcufft.so.10", "libcufft.so.11", "libcufft.so.12");

    /// cuSPARSE of these releases: 12 and 13 have one name.
    static final List<String> CUSPARSE = List.of("libcusparse.so.11", "libcusparse.so.12");

    /// cuSOLVER of these releases: CUDA 11.0 has the first, CUDA 11.1 to 12 the second.
    static final List<String> CUSOLVER =
            List.of("libcusolver.so.10", "libcusolver.so.11", "libcusolver.so.12");

    /// cuRAND of these releases, which have one name for it.
    static final List<String> CURAND = List.of("libcurand.so.10");

    /// cuDNN, of CUDA 11 and 12 and of CUDA 12 and 13.
    static final List<String> CUDNN = List.of("libcudnn.so.8", "libcudnn.so.9");

    /// The libraries that NVIDIA's cuDNN consists of, which are parts of the kit's.
    static final List<String> CUDNN_PARTS =
            List.of(
                    "libcudnn_ops_infer.so.8",
                    "libcudnn_ops_train.so.8",
                    "libcudnn_cnn_infer.so.8",
                    "libcudnn_cnn_train.so.8",
                    "libcudnn_adv_infer.so.8",
                    "libcudnn_adv_train.so.8",
                    "libcudnn_graph.so.9",
                    "libcudnn_ops.so.9",
                    "libcudnn_cnn.so.9",
                    "libcudnn_adv.so.9",
                    "libcudnn_engines_precompiled.so.9",
                    "libcudnn_engines_runtime_compiled.so.9",
                    "libcudnn_heuristic.so.9");

    /// NCCL, of all releases since 2.0.
    static final List<String> NCCL = List.of("libnccl.so.2");

    /// Replaces libraries of NVIDIA that a program brings along by the kit's; for `LD_PRELOAD`.
    public static final String PRELOAD = "liboffload-tck-preload.so";

    /// Their folder in the jar.
    private static final String RESOURCES = "/native/linux-x86_64/";

    private final Map<String, byte[]> files;

    private NativeFiles() throws IOException {
        var read = new LinkedHashMap<String, byte[]>();
        for (var name : List.of(LIBRARY, NVML, EXEC, RUNTIME, PRELOAD)) {
            read.put(name, resource(name));
        }
        for (var libraries :
                List.of(CUDA_RUNTIMES, CUBLAS, CUFFT, CUSPARSE, CUSOLVER, CURAND, CUDNN, NCCL)) {
            for (var name : libraries) {
                read.put(name, resource(name));
            }
        }
        files = Collections.unmodifiableMap(read);
    }

    /// The content of each file, by its name.
    Map<String, byte[]> files() {
        return files;
    }

    /// The binaries of this kit.
    ///
    /// @throws IOException if the kit was built without them; the message is one line
    public static NativeFiles ofKit() throws IOException {
        return new NativeFiles();
    }

    /// A library for linkers in this kit, which has the symbols of one in the driver folder.
    ///
    /// @throws IOException as [#ofKit()]
    static byte[] stub(String name) throws IOException {
        return resource("stubs/" + name);
    }

    private static byte[] resource(String name) throws IOException {
        try (var stream = NativeFiles.class.getResourceAsStream(RESOURCES + name)) {
            if (stream == null) {
                throw new IOException(
                        ("this kit has no %s: it was built without a C compiler or for another"
                                        + " machine than x86-64 Linux")
                                .formatted(name));
            }
            return stream.readAllBytes();
        }
    }
}
