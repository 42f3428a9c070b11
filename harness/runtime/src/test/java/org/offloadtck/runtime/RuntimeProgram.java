package org.offloadtck.runtime;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.offloadtck.object.offload.abi.KernelArguments;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.fake.FakeProgram;
import org.offloadtck.runtime.launch.LaunchClauses;
import org.offloadtck.runtime.launch.LaunchResult.Launched;
import org.offloadtck.runtime.launch.TargetKernelCall;
import org.offloadtck.runtime.memory.SimulatedHostMemory;
import org.offloadtck.runtime.program.ProgramLayout;
import org.offloadtck.runtime.program.SyntheticHostProgram;

/// A host program under one profile and its runtime: the fixture of the tests of registration and
/// launch.
final class RuntimeProgram {

    static final TargetId TARGET = new TargetId("fake", "");

    private static final AbiProfiles PROFILES = AbiProfiles.load();

    final SyntheticHostProgram host;
    final AbiProfile profile;
    final SimulatedHostMemory memory;
    final ProgramLayout layout;
    final OffloadRuntime runtime;

    RuntimeProgram(String profile, OffloadPolicy policy, Device... devices) {
        this(behavior(profile, policy).withImagesLoadedAtRegistration(), devices);
    }

    RuntimeProgram(String profile, Device... devices) {
        this(profile, OffloadPolicy.MANDATORY, devices);
    }

    private RuntimeProgram(RuntimeOptions behavior, Device... devices) {
        this.profile = behavior.profile();
        this.host = new SyntheticHostProgram(behavior, List.of(devices));
        this.memory = host.memory();
        this.layout = host.layout();
        this.runtime = host.runtime();
    }

    /// A program whose runtime loads images when its edition does.
    static RuntimeProgram loadingAsTheEdition(String profile, Device... devices) {
        return new RuntimeProgram(behavior(profile, OffloadPolicy.DEFAULT), devices);
    }

    /// The same program with a mandatory offload policy.
    static RuntimeProgram mandatoryLoadingAsTheEdition(String profile, Device... devices) {
        return new RuntimeProgram(behavior(profile, OffloadPolicy.MANDATORY), devices);
    }

    private static RuntimeOptions behavior(String profile, OffloadPolicy policy) {
        return RuntimeOptions.of(PROFILES.profile(profile), policy);
    }

    /// A program with `image` whose launches get at least `bytes` of dynamic shared memory.
    static RuntimeProgram withSharedMemory(String profile, long bytes, FakeProgram image) {
        var options =
                behavior(profile, OffloadPolicy.MANDATORY)
                        .withSharedMemory(bytes)
                        .withImagesLoadedAtRegistration();
        var program = new RuntimeProgram(options, FakeDevice.with(image));
        program.image(image.source());
        return program;
    }

    /// Adds the image that loads as the program `source`.
    void image(String source) {
        layout.image(TARGET, FakeDevice.image(source));
    }

    long variable(int... values) {
        var bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return host.store("variable", bytes);
    }

    byte[] bytes(long address, int size) {
        return memory.read(address, size, "bytes").toArray(JAVA_BYTE);
    }

    /// The `KernelArgsTy` of a launch of one team.
    KernelArguments arguments(MapArgument... maps) {
        return host.arguments(new LaunchClauses(1, 0, 0, 0), List.of(maps));
    }

    /// A program whose device loads `image`.
    static RuntimeProgram with(String profile, FakeProgram image) {
        var program = new RuntimeProgram(profile, FakeDevice.with(image));
        program.image(image.source());
        return program;
    }

    /// Registers the region `kernel` and launches it as one team.
    Launched launch(MapArgument... maps) {
        long region = layout.region("kernel");
        runtime.registerLibrary(layout.descriptor());
        return (Launched) runtime.targetKernel(call(region, maps), -1);
    }

    /// A launch of `region` as one team.
    TargetKernelCall call(long region, MapArgument... maps) {
        return new TargetKernelCall(0, 0, 0, region, arguments(maps));
    }

    /// An image whose region adds one to the byte its first parameter points to.
    static FakeProgram increment() {
        return FakeProgram.named("program")
                .kernel(
                        "kernel",
                        (memory, _, arguments) -> {
                            MemorySegment x = memory.at(arguments.getFirst(), 1);
                            x.set(JAVA_BYTE, 0, (byte) (x.get(JAVA_BYTE, 0) + 1));
                        });
    }
}
