/// What the step classes of all stages share.
///
/// [World] holds the ABI profile, the device under test and the evidence of one scenario;
/// [ScenarioFolder] holds its files and runs programs of the machine on them. [ScenarioObjects]
/// creates step classes and the objects that their constructors ask for, one of each per scenario.
///
/// The rules for every step class: a step is one action or one assertion in the words of its stage;
/// code that needs an algorithm belongs into the harness. Step classes and the objects that they
/// share are created anew for every scenario and passed to constructors; nothing is static. Devices
/// are found at run time by `ServiceLoader` and never named in code here. Start at [World].
@NullMarked
package org.offloadtck.scenario.world;

import org.jspecify.annotations.NullMarked;
