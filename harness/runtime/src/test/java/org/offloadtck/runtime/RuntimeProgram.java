package org.offloadtck.runtime;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.Arrays;
import java.util.List;
import org.offloadtck.object.offload.KernelArguments;
import org.offloadtck.object.offload.KernelArguments.Extent;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.TargetId;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.mapping.MapArgument;
import org.offloadtck.runtime.memory.HostMemory;
import org.offloadtck.runtime.program.ProgramLayout;

/// A host program under one profile, and the runtime it calls: the fixture of the tests of
/// registration and launch.
final class RuntimeProgram {

    static final TargetId TARGET = new TargetId("fake", "");

    final HostMemory memory = new HostMemory();
    final AbiProfile profile;
    final ProgramLayout layout;
    final OffloadRuntime runtime;

    RuntimeProgram(String profile, OffloadPolicy policy, Device... devices) {
        this.profile = AbiProfiles.load().profile(profile);
        this.layout = new ProgramLayout(memory, this.profile);
        this.runtime = new OffloadRuntime(memory, this.profile, List.of(devices), policy);
    }

    RuntimeProgram(String profile, Device... devices) {
        this(profile, OffloadPolicy.MANDATORY, devices);
    }

    /// Adds the image that loads as the program called `source`.
    void image(String source) {
        layout.image(TARGET, FakeDevice.image(source));
    }

    long variable(int... bytes) {
        long address = memory.allocate("variable", bytes.length).address();
        for (int i = 0; i < bytes.length; i++) {
            memory.write(address + i, 1, "byte").set(JAVA_BYTE, 0, (byte) bytes[i]);
        }
        return address;
    }

    byte[] bytes(long address, int size) {
        return memory.read(address, size, "bytes").toArray(JAVA_BYTE);
    }

    /// The `KernelArgsTy` of a launch with `arguments`, its arrays stored in host memory.
    KernelArguments arguments(long tripCount, Extent teams, Extent threads, MapArgument... maps) {
        return new KernelArguments(
                Math.max(2, profile.runtime().kernelArgumentsVersion()),
                maps.length,
                array(Arrays.stream(maps).mapToLong(MapArgument::base).toArray()),
                array(Arrays.stream(maps).mapToLong(MapArgument::begin).toArray()),
                array(Arrays.stream(maps).mapToLong(MapArgument::size).toArray()),
                array(Arrays.stream(maps).mapToLong(MapArgument::type).toArray()),
                0,
                0,
                tripCount,
                0,
                teams,
                threads,
                0);
    }

    KernelArguments arguments(MapArgument... maps) {
        return arguments(0, new Extent(1, 0, 0), Extent.NONE, maps);
    }

    private long array(long... values) {
        long address = memory.allocate("array", values.length * 8L).address();
        for (int i = 0; i < values.length; i++) {
            memory.putI64(address + 8L * i, values[i], "element");
        }
        return address;
    }
}
