package org.offloadtck.object.check.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// A device image in a file.
///
/// @param carrier what holds it, such as `offload binary version 1` or `bundler section`
/// @param section its section; empty in a file that is an offload binary
/// @param carrierOffset where the carrier starts, in bytes from the start of the file
/// @param offset where the image starts, in bytes from the start of the file
/// @param size in bytes
/// @param kind what it contains, such as `object`
/// @param offloadKind the programming model, such as `openmp`; every meaning the code has in the
///   profiles the file agrees with, separated by `or`
/// @param others strings beside triple and arch, in file order
public record ImageReport(
        String carrier,
        String section,
        long carrierOffset,
        long offset,
        long size,
        String kind,
        String offloadKind,
        String triple,
        String arch,
        SequencedMap<String, String> others) {

    public ImageReport {
        others = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(others));
    }
}
