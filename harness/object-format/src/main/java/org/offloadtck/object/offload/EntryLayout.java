package org.offloadtck.object.offload;

/// The two layouts an offload entry has had.
public enum EntryLayout {
    /// Five fields, 32 bytes. Source: LLVM 13 to 19, `offload/include/Shared/APITypes.h` (until 18
    /// `openmp/libomptarget/include/omptarget.h`), `__tgt_offload_entry`; and "Offloading Design &
    /// Internals", table "__tgt_offload_entry Structure".
    LEGACY(32),

    /// Nine fields, 56 bytes, starting with eight zero bytes by which a runtime tells it from the
    /// legacy one. Source: LLVM 20 to 23, `llvm/include/llvm/Frontend/Offloading/Utility.h`,
    /// `llvm::offloading::EntryTy`.
    VERSION_1(56);

    private final int size;

    EntryLayout(int size) {
        this.size = size;
    }

    /// Size of one entry, in bytes.
    public int size() {
        return size;
    }
}
