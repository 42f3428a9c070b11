package org.offloadtck.implementation.frontend;

import org.offloadtck.object.offload.OffloadKind;
import org.offloadtck.object.profile.AbiProfile;

/// How a program is lowered: what its objects are to look like, and what the compiler was asked
/// for.
public record Lowering(AbiProfile profile, DebugInformation debug) {

    /// As `profile` has it, without debug information.
    public static Lowering of(AbiProfile profile) {
        return new Lowering(profile, DebugInformation.NONE);
    }

    /// The code of OpenMP in the profile's numbering of offload kinds.
    int openmp() {
        return profile.fatObject().kindNumbering().code(OffloadKind.OPENMP).orElseThrow();
    }
}
