package org.offloadtck.runtime.image;

import org.offloadtck.plugin.Kernel;

/// A kernel on a device with the configuration that its image states.
public record LoadedKernel(Kernel kernel, KernelConfiguration configuration) {

    public String name() {
        return kernel.name();
    }
}
