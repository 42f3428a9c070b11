/// Implementations under test, and what a run of one yields.
///
/// A corpus program is compiled, linked and run, stage by stage; every stage's [Artifact] is kept
/// as evidence, and the program's results are compared, element by element, with what its
/// description says the host computes.
///
/// The rule: whether a program ran on a device is the device's word (its launch count), and whether
/// it ran well is decided here, never by the program.
@NullMarked
package org.offloadtck.implementation;

import org.jspecify.annotations.NullMarked;
