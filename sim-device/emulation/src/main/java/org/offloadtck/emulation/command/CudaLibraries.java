package org.offloadtck.emulation.command;

import java.io.IOException;
import java.util.Map;
import org.offloadtck.toolkit.HostLibraries;

/// `libcudart.so`, `libcublas.so`, `libcufft.so` and `libcusolver.so` of the toolkit, of the
/// release that the toolkit states, for `-lcudart`, `-lcublas`, `-lcufft` and `-lcusolver`.
/// Programs load those of the driver folder.
public final class CudaLibraries implements HostLibraries {

    @Override
    public Map<String, byte[]> files() {
        try {
            var files = NativeFiles.ofKit().files();
            return Map.of(
                    "libcudart.so", files.get(NativeFiles.CUDA_RUNTIMES.getFirst()),
                    "libcublas.so", files.get(NativeFiles.CUBLAS.getFirst()),
                    "libcufft.so", files.get(NativeFiles.CUFFT.getFirst()),
                    "libcusolver.so", files.get(NativeFiles.CUSOLVER.getFirst()));
        } catch (IOException _) {
            return Map.of();
        }
    }
}
