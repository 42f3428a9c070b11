package org.offloadtck.scenario;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.profile.DeviceAbi;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.TargetId;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.program.DeviceImages;
import org.offloadtck.runtime.program.TrialProgram;
import org.opentest4j.TestAbortedException;

/// The host program of a scenario about the runtime, shared by the steps of three stages: made for
/// the profile and the device of the [World] when a step first asks for it.
public final class ProgramUnderTest {

    private static final TargetId TARGET = new TargetId("nvptx64-nvidia-cuda", "sm_75");

    private final World world;
    private final Map<String, byte[]> images = new HashMap<>();
    private OffloadPolicy policy = OffloadPolicy.DEFAULT;
    private Optional<TrialProgram> program = Optional.empty();
    private Optional<OffloadException> refusal = Optional.empty();

    public ProgramUnderTest(World world) {
        this.world = world;
    }

    /// Says what `OMP_TARGET_OFFLOAD` is, before the program is made.
    void runUnder(OffloadPolicy chosen) {
        policy = chosen;
    }

    TrialProgram program() {
        if (program.isEmpty()) {
            program = Optional.of(new TrialProgram(world.profile(), policy, List.of(device())));
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
        String path =
                switch (abi) {
                    case D16 -> "runtime/trial.d16.ptx";
                    case D19 -> "runtime/trial.d19.ptx";
                    case D23 ->
                            throw new IllegalArgumentException(
                                    "the corpus has no trial image of device ABI d23");
                };
        program().layout().image(TARGET, images.computeIfAbsent(path, ProgramUnderTest::image));
    }

    /// Adds an image that no device of the kit takes.
    void addForeignImage() {
        program().layout().image(new TargetId("none", "none"), new byte[] {0});
    }

    private static byte[] image(String path) {
        return DeviceImages.build(path, TARGET, Corpus.text(path))
                .orElseThrow(() -> new TestAbortedException("no device linker for " + TARGET));
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
