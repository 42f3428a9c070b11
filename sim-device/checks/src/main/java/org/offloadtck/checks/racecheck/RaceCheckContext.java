package org.offloadtck.checks.racecheck;

import org.offloadtck.checks.shadow.AccessAttributes;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.CoalescedRuns;
import org.offloadtck.checks.shadow.GlobalShadow;

/// What the search for races in a launch shares.
///
/// @param runs of the access that is looked at, if it is regular
public record RaceCheckContext(
        AccessAttributes forms,
        AccessTable table,
        GlobalShadow memory,
        RaceReporter report,
        CoalescedRuns runs) {}
