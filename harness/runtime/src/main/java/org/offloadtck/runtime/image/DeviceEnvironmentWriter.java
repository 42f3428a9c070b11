package org.offloadtck.runtime.image;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.offload.abi.DeviceEnvironment;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.plugin.Capability;
import org.offloadtck.plugin.DeviceMemory;
import org.offloadtck.plugin.Program;
import org.offloadtck.runtime.indirect.FunctionPointerTable;
import org.offloadtck.runtime.memory.DeviceChannel;

/// Writes the device environment, from which the device runtime of an image learns about its
/// device.
///
/// Requirements: KL-18, IC-29, IC-30.
///
/// @param general the values that are the same for every image of the device
/// @see "LLVM 22, offload/libomptarget/device.cpp, DeviceTy::loadBinary"
record DeviceEnvironmentWriter(
        AbiProfile profile, DeviceChannel channel, DeviceEnvironment general) {

    /// Writes the environment of `program` if it has the profile's size; with the table
    /// `functions`, if the profile's environment has a field for it.
    WrittenEnvironment write(Program program, FunctionPointerTable functions) {
        if (!channel.device().capabilities().contains(Capability.SYMBOLS)) {
            return new WrittenEnvironment.Absent();
        }
        int size = profile.runtime().deviceEnvironmentSize();
        Optional<DeviceMemory> variable = program.global(DeviceEnvironment.SYMBOL);
        if (variable.isEmpty()) {
            return new WrittenEnvironment.Absent();
        }
        if (variable.get().size() != size) {
            return new WrittenEnvironment.OtherSize(variable.get().size(), size);
        }
        return switch (profile.entries().indirect()) {
            case NONE, FUNCTION -> written(variable.get(), general, List.of());
            case ADDRESS_VARIABLE ->
                    functions.isEmpty()
                            ? written(variable.get(), general, List.of())
                            : writtenWith(functions, variable.get());
        };
    }

    private WrittenEnvironment writtenWith(FunctionPointerTable functions, DeviceMemory variable) {
        channel.require(Capability.RAW_ADDRESSES, "a table of indirect functions");
        MemorySegment rows = functions.bytes();
        DeviceMemory table = channel.allocate(rows.byteSize());
        boolean written = false;
        try {
            channel.setMetadata(table, rows);
            long address = table.address().orElseThrow();
            var contents = general.withCallTable(address, functions.rows().size());
            var setup = written(variable, contents, List.of(table));
            written = true;
            return setup;
        } finally {
            if (!written) {
                table.close();
            }
        }
    }

    private WrittenEnvironment written(
            DeviceMemory variable, DeviceEnvironment contents, List<DeviceMemory> tables) {
        int size = profile.runtime().deviceEnvironmentSize();
        channel.setMetadata(variable, MemorySegment.ofArray(contents.write(size)));
        return new WrittenEnvironment.Written(size, tables);
    }
}
