package org.offloadtck.conformance.result;

import java.util.HashSet;
import java.util.List;
import org.offloadtck.data.DataText;

/// All results of a run, in the order of every report: by stage, then by key.
///
/// @param kitVersion version of the kit that made it
/// @param results one per identity
public record ResultDocument(
        String kitVersion,
        List<ImplementationRecord> implementations,
        List<DeviceRecord> devices,
        List<Result> results) {

    /// Version of the JSON this kit writes, and the newest it reads.
    public static final int SCHEMA_VERSION = 1;

    /// @throws IllegalArgumentException if two results have the same key
    public ResultDocument {
        implementations = List.copyOf(implementations);
        devices = List.copyOf(devices);
        results = results.stream().sorted((a, b) -> a.identity().compareTo(b.identity())).toList();
        var keys = new HashSet<String>();
        for (var result : results) {
            if (!keys.add(result.identity().key())) {
                throw new IllegalArgumentException(
                        "two results have the key %s".formatted(result.identity().key()));
            }
        }
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.data.DataException if the text is no result document, or one of a
    ///   newer version
    public static ResultDocument parse(DataText json) {
        return ResultReader.read(json);
    }

    /// The document as JSON; equal documents give equal text.
    public String toJson() {
        return ResultWriter.write(this);
    }
}
