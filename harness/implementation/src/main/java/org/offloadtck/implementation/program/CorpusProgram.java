package org.offloadtck.implementation.program;

import java.util.List;
import java.util.Set;
import org.offloadtck.plugin.Capability;

/// One program of the corpus.
///
/// @param name the folder's name
/// @param source the OpenMP source beside `program.yaml`, which external implementations compile
/// @param deviceCode in order of preference
/// @param needs what a device must be able to do; a device that cannot is unsupported
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

    /// Where a program's folder lies in the corpus.
    public static String folder(String name) {
        return "programs/" + name + "/";
    }
}
