package org.offloadtck.offload;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.offloadtck.runtime.OffloadPolicy;
import org.offloadtck.runtime.info.InfoLevel;

/// The environment variables of a process that control the runtime.
///
/// @param variables by name
record RuntimeEnvironment(Map<String, String> variables) {

    RuntimeEnvironment {
        variables = Map.copyOf(variables);
    }

    /// `OMP_TARGET_OFFLOAD`, in upper or lower case (OpenMP 5.1, section 6.17); an unknown value
    /// counts as unset.
    OffloadPolicy policy() {
        return switch (word("OMP_TARGET_OFFLOAD").orElse("").toLowerCase(Locale.ROOT)) {
            case "mandatory" -> OffloadPolicy.MANDATORY;
            case "disabled" -> OffloadPolicy.DISABLED;
            default -> OffloadPolicy.DEFAULT;
        };
    }

    /// `OFFLOAD_TCK_PROFILE`: id of the ABI profile of the process.
    Optional<String> profile() {
        return word("OFFLOAD_TCK_PROFILE");
    }

    /// `OFFLOAD_TCK_DEVICE`: the platform of its devices.
    String platform() {
        return word("OFFLOAD_TCK_DEVICE").orElse("sim");
    }

    /// `LIBOMPTARGET_INFO`: the events of the data environment that are reported to the process.
    InfoLevel info() {
        return word("LIBOMPTARGET_INFO").map(InfoLevel::parse).orElse(InfoLevel.NOTHING);
    }

    /// `LIBOMPTARGET_SHARED_MEMORY_SIZE`: the least dynamic shared memory of a launch, in bytes;
    /// text that is no number counts as unset.
    long sharedMemory() {
        return word("LIBOMPTARGET_SHARED_MEMORY_SIZE")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(Long::parseLong)
                .orElse(0L);
    }

    private Optional<String> word(String variable) {
        return Optional.ofNullable(variables.get(variable))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }
}
