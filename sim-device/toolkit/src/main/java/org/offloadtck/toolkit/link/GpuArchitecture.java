package org.offloadtck.toolkit.link;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.offloadtck.toolkit.option.ToolException;
import org.offloadtck.toolkit.option.ToolOption;

/// A GPU architecture: `sm_90a`.
///
/// @param number 90 of `sm_90a`
/// @param variant `a` or `f`; empty for the plain architecture
public record GpuArchitecture(int number, String variant) {

    private static final Pattern SPELLING = Pattern.compile("sm_(\\d{2,3})([af]?)");

    /// The oldest architecture that options name.
    private static final int OLDEST_OF_OPTIONS = 20;

    /// Source: LLVM 22, `llvm/lib/Target/NVPTX/NVPTX.td`, and, of numbers below 20, what `ptxas` of
    /// CUDA 13.0 accepts in `.target`.
    private static final Set<Integer> KNOWN =
            Set.of(
                    10, 11, 12, 13, 20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80,
                    86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121);

    public static Optional<GpuArchitecture> of(String text) {
        var matcher = SPELLING.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var name = new GpuArchitecture(Integer.parseInt(matcher.group(1)), matcher.group(2));
        return Optional.of(name).filter(known -> KNOWN.contains(known.number));
    }

    /// The architecture that is the value of an option.
    ///
    /// @throws ToolException if the value is not a known architecture
    public static GpuArchitecture ofOption(ToolOption option, String text) {
        return of(text).filter(known -> known.number >= OLDEST_OF_OPTIONS)
                .orElseThrow(() ->
                        new ToolException(
                                "Value '%s' is not defined for option '%s'"
                                        .formatted(text, option.name()),
                                ToolException.INPUT));
    }

    /// Whether a device of this architecture executes code for `target`: an older or equal plain
    /// architecture, or the same variant (PTX ISA 8.5, `.target`).
    public boolean executes(GpuArchitecture target) {
        return target.variant.isEmpty() ? number >= target.number : equals(target);
    }

    @Override
    public String toString() {
        return "sm_" + number + variant;
    }
}
