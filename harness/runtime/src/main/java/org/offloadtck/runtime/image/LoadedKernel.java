package org.offloadtck.runtime.image;

import org.offloadtck.plugin.Kernel;

/// A kernel on a device, and what its image says of it.
public record LoadedKernel(Kernel kernel, KernelConfiguration configuration) {

    public String name() {
        return kernel.name();
    }
}
