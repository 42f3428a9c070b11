package org.offloadtck.driver.toolkit;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The name of an architecture: `sm_90a`.
///
/// @param number 90 of `sm_90a`
/// @param variant `a` or `f`; empty for the plain architecture
record GpuName(int number, String variant) {

    private static final Pattern SPELLING = Pattern.compile("sm_(\\d{2,3})([af]?)");

    /// Source: LLVM 22, `llvm/lib/Target/NVPTX/NVPTX.td`.
    private static final Set<Integer> KNOWN =
            Set.of(
                    20, 21, 30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 88, 89,
                    90, 100, 101, 103, 110, 120, 121);

    static Optional<GpuName> of(String text) {
        var matcher = SPELLING.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var name = new GpuName(Integer.parseInt(matcher.group(1)), matcher.group(2));
        return Optional.of(name).filter(known -> KNOWN.contains(known.number));
    }

    /// The value of an option.
    ///
    /// @throws ToolFailure if it is no architecture
    static GpuName ofOption(ToolOption option, String text) {
        return of(text).orElseThrow(() ->
                new ToolFailure(
                        "Value '%s' is not defined for option '%s'".formatted(text, option.name()),
                        ToolFailure.INPUT));
    }

    /// Whether a device of this name executes code for `target`: an older or the same plain
    /// architecture, or the very same variant (PTX ISA 8.5, `.target`).
    boolean executes(GpuName target) {
        return target.variant.isEmpty() ? number >= target.number : equals(target);
    }

    @Override
    public String toString() {
        return "sm_" + number + variant;
    }
}
