package org.offloadtck.emulation.resource;

/// Physical memory, which has no address until it is mapped (`cuMemCreate`).
public final class PhysicalMemory implements Resource {

    private final long handle;
    private final EmulatedDevice device;
    private final long size;
    private int references = 1;
    private boolean mapped;

    public PhysicalMemory(long handle, EmulatedDevice gpu, long size) {
        this.handle = handle;
        this.device = gpu;
        this.size = size;
    }

    @Override
    public long handle() {
        return handle;
    }

    public EmulatedDevice device() {
        return device;
    }

    /// Size in bytes.
    public long size() {
        return size;
    }

    /// References that the program has not released.
    public int references() {
        return references;
    }

    public void retain() {
        references++;
    }

    public void release() {
        references--;
    }

    public boolean isMapped() {
        return mapped;
    }

    void setMapped(boolean nowMapped) {
        mapped = nowMapped;
    }

    /// Whether it is neither referenced nor mapped.
    public boolean isUnused() {
        return references == 0 && !mapped;
    }

    @Override
    public boolean belongsTo(EmulatedContext context) {
        return false;
    }
}
