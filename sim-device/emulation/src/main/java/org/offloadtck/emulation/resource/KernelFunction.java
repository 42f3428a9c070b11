package org.offloadtck.emulation.resource;

import org.offloadtck.engine.program.DecodedFunction;

/// A kernel that the program has looked up, with the attributes it has set.
public final class KernelFunction implements Resource {

    private final long handle;
    private final EmulatedModule module;
    private final DecodedFunction code;
    private int maxDynamicSharedBytes;
    private int sharedMemoryCarveout = -1;

    /// @param maxDynamicSharedBytes the initial limit of dynamic shared memory, in bytes
    public KernelFunction(
            long handle, EmulatedModule module, DecodedFunction code, int maxDynamicSharedBytes) {
        this.handle = handle;
        this.module = module;
        this.code = code;
        this.maxDynamicSharedBytes = maxDynamicSharedBytes;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedModule module() {
        return module;
    }

    public DecodedFunction code() {
        return code;
    }

    public String name() {
        return code.name();
    }

    public int maxDynamicSharedBytes() {
        return maxDynamicSharedBytes;
    }

    public void setMaxDynamicSharedBytes(int bytes) {
        maxDynamicSharedBytes = bytes;
    }

    /// Preferred carve-out in percent of the largest; -1 leaves the choice to the driver.
    public int sharedMemoryCarveout() {
        return sharedMemoryCarveout;
    }

    public void setSharedMemoryCarveout(int percent) {
        sharedMemoryCarveout = percent;
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return module.belongsTo(context);
    }
}
