package org.offloadtck.object.offload.abi;

import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// `KernelArgsTy`: the launch parameters that a target region passes to `__tgt_target_kernel`.
/// Arrays are addresses of the host process, each of `argumentCount` elements of 64 bits.
///
/// Source: LLVM 15, `openmp/libomptarget/include/omptarget.h`; LLVM 16 to 23,
/// `offload/include/Shared/APITypes.h` (until 18 in `openmp/libomptarget`).
///
/// @param version 1 (LLVM 15), 2 (16 to 18), 3 (19 to 22) or 5 (23); a runtime executes newer
///   versions by the layout it knows
/// @param names may be null
/// @param mappers may be null
/// @param tripCount of the loop, or 0
/// @param flags see [#NO_WAIT]; 0 in version 1
/// @param dynamicMemory dynamic shared memory of a group, in bytes
public record KernelArguments(
        long version,
        long argumentCount,
        long basePointers,
        long pointers,
        long sizes,
        long types,
        long names,
        long mappers,
        long tripCount,
        long flags,
        Extent teams,
        Extent threadLimit,
        long dynamicMemory) {

    /// Size of version 1, in bytes.
    public static final int SIZE_OF_VERSION_1 = 64;

    /// Size of version 2 and all later ones, in bytes.
    public static final int SIZE = 104;

    /// The host does not wait for the kernel. Source: LLVM 16 and later, `KernelArgsTy::Flags`,
    /// `NoWait`.
    public static final long NO_WAIT = 0x1;

    /// The kernel is a CUDA kernel. Source: LLVM 20 and later, `KernelArgsTy::Flags`, `IsCUDA`.
    public static final long IS_CUDA = 0x2;

    /// A number of teams or threads in three dimensions; 0 leaves the choice to the runtime.
    public record Extent(long x, long y, long z) {

        public static final Extent NONE = new Extent(0, 0, 0);

        private static Extent parse(Cursor fields, String name) {
            long x = fields.u32(name + "[0]");
            long y = fields.u32(name + "[1]");
            long z = fields.u32(name + "[2]");
            return new Extent(x, y, z);
        }

        private void write(ByteWriter image) {
            image.u32(x).u32(y).u32(z);
        }
    }

    /// Reads the structure at `at`; its first field is the version.
    ///
    /// @throws MalformedObjectException if it runs past the end or has version 0
    public static KernelArguments parse(ObjectBytes bytes, long at) {
        var fields = bytes.cursor(at);
        long version = fields.u32("Version");
        if (version == 0) {
            throw fields.malformed(
                    FormatRule.VERSION, "kernel arguments are of version 0 when 1 is the first");
        }
        bytes.at(at, size(version), "kernel arguments");
        long count = fields.u32("NumArgs");
        long basePointers = fields.i64("ArgBasePtrs");
        long pointers = fields.i64("ArgPtrs");
        long sizes = fields.i64("ArgSizes");
        long types = fields.i64("ArgTypes");
        long names = fields.i64("ArgNames");
        long mappers = fields.i64("ArgMappers");
        long tripCount = fields.i64("Tripcount");
        var later = size(version) == SIZE;
        long flags = later ? fields.i64("Flags") : 0;
        var teams = later ? Extent.parse(fields, "NumTeams") : Extent.NONE;
        var threadLimit = later ? Extent.parse(fields, "ThreadLimit") : Extent.NONE;
        long dynamicMemory = later ? fields.u32("DynCGroupMem") : 0;
        return new KernelArguments(
                version,
                count,
                basePointers,
                pointers,
                sizes,
                types,
                names,
                mappers,
                tripCount,
                flags,
                teams,
                threadLimit,
                dynamicMemory);
    }

    /// Size of the structure of `version`, in bytes.
    public static int size(long version) {
        return version == 1 ? SIZE_OF_VERSION_1 : SIZE;
    }

    public byte[] write() {
        var image = new ByteWriter().u32(version).u32(argumentCount);
        image.u64(basePointers).u64(pointers).u64(sizes).u64(types).u64(names).u64(mappers);
        image.u64(tripCount);
        if (size(version) == SIZE) {
            image.u64(flags);
            teams.write(image);
            threadLimit.write(image);
            image.u32(dynamicMemory).u32(0);
        }
        return image.toByteArray();
    }
}
