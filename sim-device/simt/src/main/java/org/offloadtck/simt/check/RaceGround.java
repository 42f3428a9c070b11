package org.offloadtck.simt.check;

/// What the search for races in a launch shares.
record RaceGround(AccessForm forms, AccessTable table, GlobalShadow memory, RaceReport report) {}
