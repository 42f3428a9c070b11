package org.offloadtck.simt.check;

/// What the search for races in a launch shares.
///
/// @param runs of the access that is looked at, if it is regular
record RaceGround(
        AccessForm forms, AccessTable table, GlobalShadow memory, RaceReport report, Runs runs) {}
