package org.offloadtck.conformance.result;

import java.util.List;
import org.offloadtck.conformance.data.DataText;

/// What a scenario says of itself when it ends: the part of a [Result] that only it knows.
///
/// @param profile id of the ABI profile it worked under; empty where none applies
/// @param implementation what it tried
public record Testimony(
        String profile,
        Implementation implementation,
        DeviceIdentity device,
        List<Evidence> evidence) {

    /// Of a scenario that says nothing.
    public static final Testimony NONE =
            new Testimony("", Implementation.REFERENCE, DeviceIdentity.NONE, List.of());

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
