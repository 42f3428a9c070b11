package org.offloadtck.runtime.mapping;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.memory.DeviceChannel;
import org.offloadtck.runtime.memory.SimulatedHostMemory;

/// A host program with a device: the fixture of the tests of this package.
final class MappedProgram {

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    final SimulatedHostMemory host = new SimulatedHostMemory();
    final FakeDevice device;
    final DeviceChannel channel;
    final DataEnvironment data;

    MappedProgram() {
        this(FakeDevice.with());
    }

    MappedProgram(FakeDevice device) {
        this(device, "llvm-23");
    }

    MappedProgram(FakeDevice device, String profile) {
        this.device = device;
        this.channel = new DeviceChannel(device);
        this.data = new DataEnvironment(host, channel, edition(profile));
    }

    static AbiProfile.DataMapping edition(String profile) {
        return PROFILES.profile(profile).dataMapping();
    }

    /// Allocates a variable that holds `bytes`; returns its address.
    long variable(int... bytes) {
        long address = host.allocate("variable", bytes.length).address();
        set(address, bytes);
        return address;
    }

    void set(long address, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            host.write(address + i, 1, "byte").set(JAVA_BYTE, 0, (byte) bytes[i]);
        }
    }

    byte[] bytes(long address, int size) {
        return host.read(address, size, "bytes").toArray(JAVA_BYTE);
    }

    /// The device's copy of host storage that is mapped.
    byte[] onDevice(long address, int size) {
        MemorySegment copy = MemorySegment.ofArray(new byte[size]);
        channel.fromDevice(copy, data.translate(address, size).orElseThrow());
        channel.synchronize();
        return copy.toArray(JAVA_BYTE);
    }

    /// Changes the device copy.
    void setOnDevice(long address, int... bytes) {
        var copy = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            copy[i] = (byte) bytes[i];
        }
        channel.toDevice(
                data.translate(address, bytes.length).orElseThrow(), MemorySegment.ofArray(copy));
    }

    static MapArgument map(long address, long size, MapType... flags) {
        return MapArgument.of(address, size, flags);
    }
}
