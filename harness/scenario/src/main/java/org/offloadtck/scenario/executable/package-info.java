/// Steps of the stage `executable-run`: executables of installed toolchains on the emulated driver.
///
/// [ExecutablePlatform] is the emulated platform with the cache of built executables. It starts a
/// few builds in advance: the steps of all scenarios of the run name them ([PlannedBuild]).
/// [ScenarioExecutable] is the toolchain, the executable and the run of a scenario. Start there.
@NullMarked
package org.offloadtck.scenario.executable;

import org.jspecify.annotations.NullMarked;
