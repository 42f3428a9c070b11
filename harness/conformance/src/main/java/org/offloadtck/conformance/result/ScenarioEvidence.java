package org.offloadtck.conformance.result;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.offloadtck.data.DataText;

/// What a scenario reports when it ends: the part of a [Result] that only the scenario knows.
///
/// @param profile id of the ABI profile it worked under; empty where none applies
/// @param implementation what it tried
/// @param folders paths of the folders that hold its files, by name; they are deleted after it
public record ScenarioEvidence(
        String profile,
        ImplementationIdentity implementation,
        DeviceIdentity device,
        Map<String, String> folders,
        List<Evidence> evidence) {

    /// For a scenario that reports nothing.
    public static final ScenarioEvidence NONE =
            new ScenarioEvidence(
                    "", ImplementationIdentity.REFERENCE, DeviceIdentity.NONE, Map.of(), List.of());

    public ScenarioEvidence {
        folders = Collections.unmodifiableMap(new TreeMap<>(folders));
        evidence = List.copyOf(evidence);
    }

    /// The text with `{name}` in place of the path of each folder.
    public String withoutPaths(String text) {
        var stable = text;
        for (var folder : folders.entrySet()) {
            stable = stable.replace(folder.getValue(), "{%s}".formatted(folder.getKey()));
        }
        return stable;
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.data.DataException if the text is something else
    public static ScenarioEvidence parse(DataText json) {
        return ResultReader.testimony(json);
    }

    public String toJson() {
        return ResultWriter.write(this);
    }
}
