package org.offloadtck.driver.emulation;

/// Memory without an address (`cuMemCreate`).
final class PhysicalMemory implements Resource {

    private final long handle;
    private final Gpu gpu;
    private final long size;
    private int references = 1;
    private boolean mapped;

    PhysicalMemory(long handle, Gpu gpu, long size) {
        this.handle = handle;
        this.gpu = gpu;
        this.size = size;
    }

    @Override
    public long handle() {
        return handle;
    }

    Gpu gpu() {
        return gpu;
    }

    /// In bytes.
    long size() {
        return size;
    }

    /// How many more times it is to be released.
    int references() {
        return references;
    }

    void retain() {
        references++;
    }

    void release() {
        references--;
    }

    boolean isMapped() {
        return mapped;
    }

    void setMapped(boolean nowMapped) {
        mapped = nowMapped;
    }

    /// Whether nobody can use it any more.
    boolean isDead() {
        return references == 0 && !mapped;
    }

    @Override
    public boolean belongsTo(Context context) {
        return false;
    }
}
