package org.offloadtck.object.offload.entry;

import java.util.List;

/// The layouts of an offload entry.
///
/// Requirement: OE-07.
public enum EntryLayout {
    /// Five fields, 32 bytes. Source: "Offloading Design & Internals", table "__tgt_offload_entry
    /// Structure"; LLVM 13 to 19, `openmp/libomptarget/include/omptarget.h` (19:
    /// `offload/include/omptarget.h`).
    LEGACY(32, 0, 8, 16, 24, 28),

    /// Nine fields, 56 bytes. The first is zero, by which a runtime distinguishes it from
    /// [#LEGACY]. Source: LLVM 20 to 23, `llvm/include/llvm/Frontend/Offloading/Utility.h`,
    /// `llvm::offloading::EntryTy`.
    VERSION_1(56, 16, 24, 32, 12, 40);

    private static final int AUX_ADDRESS_OFFSET = 48;

    private final int size;

    /// Offset of `Kind` in an entry of [#VERSION_1], in bytes. Source: LLVM 20 to 23,
    /// `llvm/include/llvm/Frontend/Offloading/Utility.h`, `EntryTy`.
    public static final int KIND_OFFSET = 10;

    private final int addressOffset;
    private final int nameOffset;
    private final int sizeOffset;
    private final int flagsOffset;
    private final int dataOffset;

    EntryLayout(
            int size,
            int addressOffset,
            int nameOffset,
            int sizeOffset,
            int flagsOffset,
            int dataOffset) {
        this.size = size;
        this.addressOffset = addressOffset;
        this.nameOffset = nameOffset;
        this.sizeOffset = sizeOffset;
        this.flagsOffset = flagsOffset;
        this.dataOffset = dataOffset;
    }

    /// Size of one entry, in bytes.
    public int size() {
        return size;
    }

    /// Offset of the field `Address`, in bytes.
    public int addressOffset() {
        return addressOffset;
    }

    /// Offset of the field `SymbolName`, in bytes.
    public int nameOffset() {
        return nameOffset;
    }

    /// Offset of the field `Size`, in bytes.
    public int sizeOffset() {
        return sizeOffset;
    }

    /// Offset of the field `Flags`, in bytes.
    public int flagsOffset() {
        return flagsOffset;
    }

    /// Offset of the field `Data`, in bytes; in [#LEGACY], of the field `reserved`.
    public int dataOffset() {
        return dataOffset;
    }

    /// Offsets of the pointers, in bytes: address, name and, in [#VERSION_1], auxiliary address. In
    /// a relocatable object these fields are relocated.
    public List<Integer> pointerOffsets() {
        return switch (this) {
            case LEGACY -> List.of(addressOffset, nameOffset);
            case VERSION_1 -> List.of(addressOffset, nameOffset, AUX_ADDRESS_OFFSET);
        };
    }

    /// Whether an entry has a pointer at that offset of a table.
    public boolean isPointer(long offset) {
        int field = Math.floorMod(offset, size);
        return field == addressOffset
                || field == nameOffset
                || (this == VERSION_1 && field == AUX_ADDRESS_OFFSET);
    }
}
