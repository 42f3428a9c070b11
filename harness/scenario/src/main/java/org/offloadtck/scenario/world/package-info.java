/// The words of the scenarios: one class of steps per stage, and the [World] they share.
///
/// The rule: a step is one action or one assertion in the words of its stage; whatever needs
/// thought lives in the harness. Step classes and the world are made anew for every scenario and
/// injected by their constructors; nothing is static. Devices are found at run time by
/// `ServiceLoader` and never named in code here.
@NullMarked
package org.offloadtck.scenario.world;

import org.jspecify.annotations.NullMarked;
