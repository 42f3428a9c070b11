package org.offloadtck.scenario.runtime;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.profile.runtime.DeviceAbi;
import org.offloadtck.object.profile.runtime.ImageLoading;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.image.ImageToolchain;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.RuntimeOptions;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.program.SyntheticHostProgram;
import org.offloadtck.scenario.world.World;
import org.opentest4j.TestAbortedException;

/// The host program of a scenario. It is created for the profile and the device of the [World] when
/// a step first uses it.
public final class ScenarioHostProgram {

    private static final String TRIPLE = "nvptx64-nvidia-cuda";
    private static final TargetId TARGET = new TargetId(TRIPLE, "sm_75");

    private final World world;
    private final Map<String, byte[]> images = new HashMap<>();
    private final List<Device> moreDevices = new ArrayList<>();
    private OffloadPolicy policy = OffloadPolicy.DEFAULT;
    private ImageLoading loading = ImageLoading.AT_REGISTRATION;
    private Optional<SyntheticHostProgram> program = Optional.empty();
    private Optional<OffloadException> refusal = Optional.empty();

    public ScenarioHostProgram(World world) {
        this.world = world;
    }

    /// Sets `OMP_TARGET_OFFLOAD`. Must be called before the program is created.
    void useOffloadPolicy(OffloadPolicy chosen) {
        policy = chosen;
    }

    /// Loads images when the profile's runtime does, instead of at registration. Must be called
    /// before the program is created.
    void loadImagesAsTheEdition() {
        loading = world.profile().runtime().imageLoading();
    }

    /// Adds a device. Must be called before the program is created.
    void addDevice(Device device) {
        moreDevices.add(device);
    }

    SyntheticHostProgram program() {
        if (program.isEmpty()) {
            var devices = new ArrayList<Device>();
            devices.add(device());
            devices.addAll(moreDevices);
            var behavior = new RuntimeOptions(world.profile(), policy, loading);
            program = Optional.of(new SyntheticHostProgram(behavior, devices));
        }
        return program.get();
    }

    Device device() {
        return world.device();
    }

    /// Adds the image with the corpus's target regions, in the device ABI of the profile.
    void addRegionImage() {
        addRegionImage(world.profile().runtime().deviceAbi());
    }

    void addRegionImage(DeviceAbi abi) {
        addRegionImage(abi, TARGET);
    }

    /// Adds the image with the corpus's target regions, linked for `arch`.
    void addRegionImageFor(String arch) {
        addRegionImage(world.profile().runtime().deviceAbi(), new TargetId(TRIPLE, arch));
    }

    /// Adds the image of the corpus that names its constructors by symbols.
    void addImageWithConstructors() {
        addImage("runtime/lifetimes.d19.ptx", TARGET);
    }

    private void addRegionImage(DeviceAbi abi, TargetId target) {
        String path =
                switch (abi) {
                    case D16 -> "runtime/trial.d16.ptx";
                    case D19 -> "runtime/trial.d19.ptx";
                    case D23 -> "runtime/trial.d23.ptx";
                };
        addImage(path, target);
    }

    /// Adds the image with the corpus's indirect functions and the regions that call them, in the
    /// device ABI of the profile.
    void addFunctionImage() {
        addImage(
                switch (world.profile().runtime().deviceAbi()) {
                    case D16 -> "runtime/indirect.d16.ptx";
                    case D19 -> "runtime/indirect.d19.ptx";
                    case D23 -> "runtime/indirect.d23.ptx";
                });
    }

    /// Adds the image of the PTX at `path` in the corpus.
    void addImage(String path) {
        addImage(path, TARGET);
    }

    private void addImage(String path, TargetId target) {
        program()
                .layout()
                .image(
                        target,
                        images.computeIfAbsent(
                                path + " " + target.arch(), _ -> image(path, target)));
    }

    /// Adds an image that every device of the kit rejects.
    void addForeignImage() {
        program().layout().image(new TargetId("none", "none"), new byte[] {0});
    }

    private static byte[] image(String path, TargetId target) {
        String text =
                Corpus.text(path).replace(".target " + TARGET.arch(), ".target " + target.arch());
        return ImageToolchain.installed(target)
                .orElseThrow(() -> new TestAbortedException("no device linker for " + target))
                .build(path, text)
                .bytes()
                .toArray(JAVA_BYTE);
    }

    /// Executes `call` and keeps the exception if the runtime rejects it.
    void attempt(Runnable call) {
        refusal = Optional.empty();
        try {
            call.run();
        } catch (OffloadException refused) {
            refusal = Optional.of(refused);
        }
    }

    /// The exception of the last rejected call.
    OffloadException refusal() {
        return refusal.orElseThrow(() -> new AssertionError("no call was rejected"));
    }
}
