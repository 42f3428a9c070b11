/// Implementations under test, and the results of their stages.
///
/// A [StagePipeline] compiles, links and runs a corpus program with an [ImplementationUnderTest].
/// It keeps the [Artifact] of every stage as evidence and compares the program's results, element
/// by element, with the results that the program's description specifies.
///
/// The rule: the launch count of the device decides whether a program ran on it, and this package
/// decides whether the results are right; the program decides neither.
///
/// Start at [StagePipeline].
@NullMarked
package org.offloadtck.implementation;

import org.jspecify.annotations.NullMarked;
