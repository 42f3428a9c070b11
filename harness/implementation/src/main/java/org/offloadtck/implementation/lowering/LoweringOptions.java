package org.offloadtck.implementation.lowering;

import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// The options of lowering: the ABI profile of the object, and the compiler's debug option.
public record LoweringOptions(AbiProfile profile, DebugInformation debug) {

    /// Options for `profile`, without debug information.
    public static LoweringOptions of(AbiProfile profile) {
        return new LoweringOptions(profile, DebugInformation.NONE);
    }

    /// The code of OpenMP in the profile's numbering of offload kinds.
    public int openmp() {
        return profile.fatObject().kindNumbering().code(OffloadKind.OPENMP).orElseThrow();
    }
}
