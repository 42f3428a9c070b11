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

/// The host program of a scenario about the runtime, shared by the steps of three stages: made for
/// the profile and the device of the [World] when a step first asks for it.
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

    /// Says what `OMP_TARGET_OFFLOAD` is, before the program is made.
    void runUnder(OffloadPolicy chosen) {
        policy = chosen;
    }

    /// Has images loaded when the profile says, before the program is made; at registration
    /// otherwise.
    void loadAsTheEdition() {
        loading = world.profile().runtime().imageLoading();
    }

    /// Gives the program one more device, before it is made.
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

    /// Adds the corpus's target regions, in the device ABI that the profile launches.
    void addTrialImage() {
        addTrialImage(world.profile().runtime().deviceAbi());
    }

    void addTrialImage(DeviceAbi abi) {
        addTrialImage(abi, TARGET);
    }

    /// Adds the corpus's target regions as they are linked for `arch`.
    void addTrialImageFor(String arch) {
        addTrialImage(world.profile().runtime().deviceAbi(), new TargetId(TRIPLE, arch));
    }

    /// Adds the image of the corpus whose constructors are symbols.
    void addImageWithLifetimes() {
        addImage("runtime/lifetimes.d19.ptx", TARGET);
    }

    private void addTrialImage(DeviceAbi abi, TargetId target) {
        String path =
                switch (abi) {
                    case D16 -> "runtime/trial.d16.ptx";
                    case D19 -> "runtime/trial.d19.ptx";
                    case D23 -> "runtime/trial.d23.ptx";
                };
        addImage(path, target);
    }

    /// Adds the corpus's indirect functions and the regions that call them, in the device ABI that
    /// the profile launches.
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

    /// Adds an image that no device of the kit takes.
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

    /// Carries out `call`, which the runtime may refuse.
    void attempt(Runnable call) {
        refusal = Optional.empty();
        try {
            call.run();
        } catch (OffloadException refused) {
            refusal = Optional.of(refused);
        }
    }

    /// What the last attempt was refused with.
    OffloadException refusal() {
        return refusal.orElseThrow(() -> new AssertionError("nothing was refused"));
    }
}
