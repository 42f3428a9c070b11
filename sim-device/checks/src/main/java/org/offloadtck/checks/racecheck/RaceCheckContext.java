package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;

/// What the warp detectors of a launch share.
///
/// @param isLockstep whether the threads of a warp execute instructions together or one after the
///   other, never independently
public record RaceCheckContext(
        AccessAttributes forms,
        AccessTable table,
        GlobalShadow memory,
        HappensBefore order,
        RaceReporter report,
        boolean isLockstep) {}
