/// Steps of the stage `executable-run`: executables of installed toolchains on the emulated driver.
///
/// [ExecutablePlatform] is the emulated platform with the cache of built executables.
/// [ScenarioExecutable] is the toolchain, the executable and the run of a scenario. Start there.
@NullMarked
package org.offloadtck.scenario.executable;

import org.jspecify.annotations.NullMarked;
