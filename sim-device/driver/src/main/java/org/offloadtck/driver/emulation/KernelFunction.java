package org.offloadtck.driver.emulation;

import org.offloadtck.simt.image.DeviceFunction;

/// A kernel that was looked up, with what its owner set.
final class KernelFunction implements Resource {

    private final long handle;
    private final LoadedModule module;
    private final DeviceFunction code;
    private int maxDynamicSharedBytes;
    private int sharedMemoryCarveout = -1;

    /// @param maxDynamicSharedBytes until the program sets it
    KernelFunction(
            long handle, LoadedModule module, DeviceFunction code, int maxDynamicSharedBytes) {
        this.handle = handle;
        this.module = module;
        this.code = code;
        this.maxDynamicSharedBytes = maxDynamicSharedBytes;
    }

    @Override
    public long handle() {
        return handle;
    }

    LoadedModule module() {
        return module;
    }

    DeviceFunction code() {
        return code;
    }

    String name() {
        return code.name();
    }

    int maxDynamicSharedBytes() {
        return maxDynamicSharedBytes;
    }

    void setMaxDynamicSharedBytes(int bytes) {
        maxDynamicSharedBytes = bytes;
    }

    /// Percent of the largest, -1 for the driver's choice.
    int sharedMemoryCarveout() {
        return sharedMemoryCarveout;
    }

    void setSharedMemoryCarveout(int percent) {
        sharedMemoryCarveout = percent;
    }

    @Override
    public boolean belongsTo(Context context) {
        return module.belongsTo(context);
    }
}
