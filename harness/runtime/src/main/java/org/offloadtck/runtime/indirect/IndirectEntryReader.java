package org.offloadtck.runtime.indirect;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.entry.OpenmpEntryFlag;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.compilation.IndirectStyle;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.registration.HostEntry;

/// Finds the device counterparts of an entry of indirect functions.
///
/// Requirements: IC-17, IC-18, IC-20, IC-35.
///
/// @param profile the profile whose design the entries follow
public record IndirectEntryReader(AbiProfile profile, DeviceChannel channel) {

    private static final String SOURCE = "__tgt_register_lib";

    /// Whether `entry` describes an indirect function or a table of virtual functions.
    public boolean reads(HostEntry entry) {
        return switch (profile.entries().indirect()) {
            case NONE -> false;
            case FUNCTION, ADDRESS_VARIABLE ->
                    entry.has(OpenmpEntryFlag.INDIRECT)
                            || entry.has(OpenmpEntryFlag.INDIRECT_VTABLE);
        };
    }

    /// One pair for the function of `entry`, or one for each element of its table; empty if
    /// `program` does not define the symbol that the entry names.
    ///
    /// @throws OffloadException if the variable that the entry names does not have the size of an
    ///   address
    public Optional<List<FunctionPointerPair>> read(Program program, HostEntry entry) {
        return profile.entries().indirect() == IndirectStyle.FUNCTION
                ? function(program, entry)
                : variable(program, entry);
    }

    /// Number of bytes of the host function that are mapped.
    ///
    /// The documents' entries have size 0: then the first byte of the function is mapped.
    ///
    /// @see "LLVM 18, openmp/libomptarget/src/omptarget.cpp, initLibrary: the entry's size"
    public long mappedBytes(HostEntry entry) {
        return Math.max(1, entry.fields().size());
    }

    private Optional<List<FunctionPointerPair>> function(Program program, HostEntry entry) {
        channel.require(Capability.FUNCTION_POINTERS, "indirect function " + entry.name());
        return program.functionAddress(entry.name())
                .map(address ->
                        List.of(new FunctionPointerPair(entry.fields().address(), address)));
    }

    /// Reads the variable: it contains the address of the function, or of the device's table, whose
    /// elements correspond to the host's.
    ///
    /// @see "LLVM 22, offload/libomptarget/device.cpp, setupIndirectCallTable"
    private Optional<List<FunctionPointerPair>> variable(Program program, HostEntry entry) {
        channel.require(Capability.SYMBOLS, "indirect function " + entry.name());
        return program.global(entry.name()).map(memory -> pairs(entry, contents(entry, memory)));
    }

    private List<FunctionPointerPair> pairs(HostEntry entry, long device) {
        return LongStream.range(0, entry.fields().size() / Long.BYTES)
                .map(place -> place * Long.BYTES)
                .mapToObj(at -> new FunctionPointerPair(entry.fields().address() + at, device + at))
                .toList();
    }

    private long contents(HostEntry entry, DeviceMemory memory) {
        if (memory.size() != Long.BYTES) {
            throw new OffloadException(
                    SOURCE,
                    entry.at(),
                    RuntimeRule.SYMBOL_SIZE,
                    "variable %s has %d bytes in the image when an address has 8"
                            .formatted(entry.name(), memory.size()));
        }
        return ObjectBytes.of(entry.name(), channel.metadata(memory)).i64(0, "address");
    }
}
