package org.offloadtck.checks;

import org.offloadtck.checks.initcheck.Origins;
import org.offloadtck.checks.shadow.AccessTable;
import org.offloadtck.checks.shadow.GlobalShadow;

/// What the detectors keep of a device's memory from launch to launch.
///
/// @param accesses the numbers of the accesses that `global` holds
/// @param origins of the uninitialised values that `global` holds
/// @param heap the blocks that kernels allocated
record MemoryShadow(GlobalShadow global, AccessTable accesses, Origins origins, Leakcheck heap) {}
