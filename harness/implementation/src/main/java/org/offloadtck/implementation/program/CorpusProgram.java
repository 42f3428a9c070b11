package org.offloadtck.implementation.program;

import java.util.List;
import java.util.Set;
import org.offloadtck.plugin.Capability;

/// One program of the corpus.
///
/// @param name of its directory
/// @param source the OpenMP source beside `program.yaml`, which external implementations compile
/// @param deviceCode in order of preference
/// @param needs capabilities of the device; a device that lacks one is unsupported
public record CorpusProgram(
        String name,
        String source,
        TranslationUnit unit,
        Expectation expectation,
        List<DeviceCode> deviceCode,
        Set<Capability> needs) {

    public CorpusProgram {
        deviceCode = List.copyOf(deviceCode);
        needs = Set.copyOf(needs);
    }

    /// The directory of a program in the corpus.
    public static String folder(String name) {
        return "programs/" + name + "/";
    }
}
