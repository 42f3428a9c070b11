package org.offloadtck.emulation.command;

import java.io.IOException;
import java.util.Map;
import org.offloadtck.toolkit.HostLibraries;

/// `libcudart.so` of the toolkit: the CUDA runtime of the release that the toolkit states, for
/// `-lcudart`. Programs load the one of the driver folder.
public final class CudaRuntimeLibrary implements HostLibraries {

    @Override
    public Map<String, byte[]> files() {
        try {
            var files = NativeFiles.ofKit().files();
            return Map.of("libcudart.so", files.get(NativeFiles.CUDA_RUNTIMES.getFirst()));
        } catch (IOException _) {
            return Map.of();
        }
    }
}
