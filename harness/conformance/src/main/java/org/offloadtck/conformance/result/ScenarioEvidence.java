package org.offloadtck.conformance.result;

import java.util.List;
import org.offloadtck.data.DataText;

/// What a scenario reports when it ends: the part of a [Result] that only the scenario knows.
///
/// @param profile id of the ABI profile it worked under; empty where none applies
/// @param implementation what it tried
public record ScenarioEvidence(
        String profile,
        ImplementationIdentity implementation,
        DeviceIdentity device,
        List<Evidence> evidence) {

    /// For a scenario that reports nothing.
    public static final ScenarioEvidence NONE =
            new ScenarioEvidence(
                    "", ImplementationIdentity.REFERENCE, DeviceIdentity.NONE, List.of());

    public ScenarioEvidence {
        evidence = List.copyOf(evidence);
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
