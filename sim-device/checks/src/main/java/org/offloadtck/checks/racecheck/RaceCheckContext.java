package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.happensbefore.HappensBefore;
import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;

/// What the warp detectors of a launch share.
public record RaceCheckContext(
        AccessAttributes forms,
        AccessTable table,
        GlobalShadow memory,
        HappensBefore order,
        RaceReporter report) {}
