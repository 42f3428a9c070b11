package org.offloadtck.emulation.command;

import java.io.IOException;
import java.util.Map;
import org.offloadtck.toolkit.HostLibraries;

/// `libcudart.so`, `libcublas.so`, `libcufft.so`, `libcusparse.so`, `libcusolver.so`,
/// `libcurand.so`, `libcudnn.so` and `libnccl.so` of the toolkit, of the release that the toolkit
/// states, for `-lcudart`, `-lcublas` and so on. Programs load those of the driver folder. All but
/// the first are stubs: the linker would look for the libraries that the others need.
public final class CudaLibraries implements HostLibraries {

    @Override
    public Map<String, byte[]> files() {
        try {
            var files = NativeFiles.ofKit().files();
            return Map.of(
                    "libcudart.so", files.get(NativeFiles.CUDA_RUNTIMES.getFirst()),
                    "libcublas.so", NativeFiles.stub("libcublas.so"),
                    "libcufft.so", NativeFiles.stub("libcufft.so"),
                    "libcusparse.so", NativeFiles.stub("libcusparse.so"),
                    "libcusolver.so", NativeFiles.stub("libcusolver.so"),
                    "libcurand.so", NativeFiles.stub("libcurand.so"),
                    "libcudnn.so", NativeFiles.stub("libcudnn.so"),
                    "libnccl.so", NativeFiles.stub("libnccl.so"));
        } catch (IOException _) {
            return Map.of();
        }
    }
}
