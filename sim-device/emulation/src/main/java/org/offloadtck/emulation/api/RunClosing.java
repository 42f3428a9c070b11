package org.offloadtck.emulation.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// The result of a run.
///
/// @param report in whole lines
/// @param reportFile to which the client writes the report, as the option names it; empty for its
///   standard error
/// @param files that the client writes: their contents by the names that options have; a name that
///   ends in `/` is that of a folder to create
/// @param exitStatus of `exec` if the program exits with 0
public record RunClosing(
        String report, String reportFile, SequencedMap<String, String> files, int exitStatus) {

    public RunClosing {
        files = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(files));
    }
}
