package org.offloadtck.implementation.lowering;

import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// How a program is lowered: what its objects are to look like, and what the compiler was asked
/// for.
public record LoweringOptions(AbiProfile profile, DebugInformation debug) {

    /// As `profile` has it, without debug information.
    public static LoweringOptions of(AbiProfile profile) {
        return new LoweringOptions(profile, DebugInformation.NONE);
    }

    /// The code of OpenMP in the profile's numbering of offload kinds.
    public int openmp() {
        return profile.fatObject().kindNumbering().code(OffloadKind.OPENMP).orElseThrow();
    }
}
