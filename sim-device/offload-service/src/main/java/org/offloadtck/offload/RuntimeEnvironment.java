package org.offloadtck.offload;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.trace.InfoLevel;

/// What the environment of a process asks of the runtime.
///
/// @param variables by name, as the process has them
record RuntimeEnvironment(Map<String, String> variables) {

    RuntimeEnvironment {
        variables = Map.copyOf(variables);
    }

    /// `OMP_TARGET_OFFLOAD`, in upper or lower case (OpenMP 5.1, section 6.17); a word it does not
    /// have is as none.
    OffloadPolicy policy() {
        return switch (word("OMP_TARGET_OFFLOAD").orElse("").toLowerCase(Locale.ROOT)) {
            case "mandatory" -> OffloadPolicy.MANDATORY;
            case "disabled" -> OffloadPolicy.DISABLED;
            default -> OffloadPolicy.DEFAULT;
        };
    }

    /// `OFFLOAD_TCK_PROFILE`: the id of the profile to hold the process to.
    Optional<String> profile() {
        return word("OFFLOAD_TCK_PROFILE");
    }

    /// `OFFLOAD_TCK_DEVICE`: the platform whose devices it gets.
    String platform() {
        return word("OFFLOAD_TCK_DEVICE").orElse("sim");
    }

    /// `LIBOMPTARGET_INFO`: what of the data environment the process is told.
    InfoLevel info() {
        return word("LIBOMPTARGET_INFO").map(InfoLevel::parse).orElse(InfoLevel.NOTHING);
    }

    private Optional<String> word(String variable) {
        return Optional.ofNullable(variables.get(variable))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }
}
