package org.offloadtck.checks;

import org.offloadtck.checks.finding.Origins;
import org.offloadtck.checks.leakcheck.HeapAllocations;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;

/// What a detector knows of a device's memory, from launch to launch.
///
/// @param births where the values came from that nobody set
/// @param blocks what kernels allocated
public record MemoryShadow(
        GlobalShadow global, AccessTable accesses, Origins births, HeapAllocations blocks) {}
