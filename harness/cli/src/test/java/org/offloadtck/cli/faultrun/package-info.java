/// Links and runs planted faults with the toolchains and runtimes of their releases, so that the
/// consequence of each is seen and not guessed.
///
/// The rule: a fault is seen by comparison with the same file without it.
///
/// Start at [SeenFaultsTest][org.offloadtck.cli.faultrun.SeenFaultsTest].
package org.offloadtck.cli.faultrun;
