package org.offloadtck.engine.thread;

import org.offloadtck.engine.code.Code;
import org.offloadtck.ptx.ir.SpecialRegister;

/// The shared memory of a CTA that is reserved for system software, which programs address through
/// `%reserved_smem_offset_…` (PTX ISA 9.0 §10, from `sm_80` on).
///
/// The PTX ISA defines the begin, the end and the size of the region, and two offsets in it, but no
/// numbers. Here the region follows the variables and the dynamic shared memory. Its halves start
/// at the two offsets: cooperative groups use up to 288 bytes from `%reserved_smem_offset_1` on
/// (CUDA 13.0 `cooperative_groups/details/memory.h`). A CTA has the region only if its program
/// reads one of the registers, so that other programs cannot reach it.
///
/// @param offset in shared memory in bytes
/// @param bytes 0 if the program does not read the registers
record ReservedSharedMemory(long offset, long bytes) {

    /// Bytes that are reserved for each CTA (CUDA C++ Programming Guide 13.0 §17.7 to §17.9).
    private static final long RESERVED = 1024;

    /// Alignment of the region in bytes: that of shared memory as a whole.
    private static final long ALIGNMENT = 128;

    /// The region after `used` bytes of shared memory.
    static ReservedSharedMemory after(long used, Code code) {
        boolean isRead =
                code.constants().specials().keySet().stream()
                        .anyMatch(register -> isReserved(register.name()));
        return isRead
                ? new ReservedSharedMemory(Math.ceilDiv(used, ALIGNMENT) * ALIGNMENT, RESERVED)
                : new ReservedSharedMemory(used, 0);
    }

    private static boolean isReserved(SpecialRegister.Name name) {
        return switch (name) {
            case RESERVED_SMEM_OFFSET_BEGIN,
                    RESERVED_SMEM_OFFSET_END,
                    RESERVED_SMEM_OFFSET_CAP,
                    RESERVED_SMEM_OFFSET_0,
                    RESERVED_SMEM_OFFSET_1 ->
                    true;
            default -> false;
        };
    }

    long end() {
        return offset + bytes;
    }

    /// Address of the second half.
    long middle() {
        return offset + bytes / 2;
    }
}
