package org.offloadtck.conformance.result;

import java.util.List;
import org.offloadtck.conformance.data.DataText;

/// What a scenario says of itself when it ends: the part of a [Result] that only it knows.
///
/// @param profile id of the ABI profile it worked under; empty where none applies
public record Testimony(String profile, DeviceIdentity device, List<Evidence> evidence) {

    public Testimony {
        evidence = List.copyOf(evidence);
    }

    /// Reads what [#toJson] wrote.
    ///
    /// @throws org.offloadtck.conformance.data.DataException if the text is something else
    public static Testimony parse(DataText json) {
        return ResultReader.testimony(json);
    }

    public String toJson() {
        return ResultWriter.write(this);
    }
}
