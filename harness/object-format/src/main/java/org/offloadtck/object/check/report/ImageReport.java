package org.offloadtck.object.check.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// A device image in a file.
///
/// @param carrier what contains it, such as `offload binary version 1` or `bundler section`
/// @param section its section; empty in a file that is an offload binary
/// @param carrierOffset offset of the carrier, in bytes from the start of the file
/// @param offset in bytes from the start of the file
/// @param size in bytes
/// @param kind the format of the image, such as `object`
/// @param offloadKind the programming model, such as `openmp`; all names that the agreeing profiles
///   have for the code, separated by `or`
/// @param others strings other than triple and arch, in file order
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
