package org.offloadtck.sim.container;

import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.offloadtck.plugin.image.TargetId;

/// The target of PTX images: triple `nvptx64-nvidia-cuda`, architecture `sm_NN`.
public final class PtxTargetId {

    public static final String TRIPLE = "nvptx64-nvidia-cuda";

    /// The target of images without a stated architecture: the sections of `clang-offload-bundler`
    /// in LLVM 14. The text states the architecture.
    static final TargetId UNSTATED = new TargetId(TRIPLE, "");

    private static final Pattern ARCHITECTURE = Pattern.compile("sm_(\\d{2,3})[af]?");

    private PtxTargetId() {}

    public static TargetId of(int sm) {
        return new TargetId(TRIPLE, "sm_" + sm);
    }

    public static boolean isPtx(TargetId target) {
        return target.triple().equals(TRIPLE) && architecture(target.arch()).isPresent();
    }

    /// The number in `sm_NN`, if `text` is of that form.
    public static OptionalInt architecture(String text) {
        var matcher = ARCHITECTURE.matcher(text);
        return matcher.matches()
                ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
                : OptionalInt.empty();
    }
}
