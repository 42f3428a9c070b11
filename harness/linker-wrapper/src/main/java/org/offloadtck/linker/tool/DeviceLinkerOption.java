package org.offloadtck.linker.tool;

import java.util.Optional;
import org.offloadtck.plugin.image.TargetId;

/// A value of `--device-linker=`: an option for the device linker of every target, or
/// `TRIPLE=OPTION` for the linker of one target.
///
/// @param value behind the option's `=`
public record DeviceLinkerOption(String value) {

    /// The option as the device linker of `target` gets it; empty if it is for another target.
    Optional<String> forTarget(TargetId target) {
        int equals = value.indexOf('=');
        String triple = equals < 0 ? "" : value.substring(0, equals);
        if (triple.equals(target.triple())) {
            return Optional.of(value.substring(equals + 1));
        }
        return isTriple(triple) ? Optional.empty() : Optional.of(value);
    }

    /// A triple has two dashes, none of them first; a linker's own option begins with a dash.
    private static boolean isTriple(String text) {
        return !text.startsWith("-") && text.chars().filter(c -> c == '-').count() >= 2;
    }
}
