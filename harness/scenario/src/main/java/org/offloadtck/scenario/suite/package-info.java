/// Test suites of users as scenarios: each test of a
/// [suite][org.offloadtck.conformance.plan.TestSuite] runs under the emulated driver on each device
/// of the suite, and has a result with verdict, findings and cycles.
///
/// A [SuiteReader] reads a suite from a matrix and asks ctest or lit for its tests. A
/// [SuiteFeature] writes the feature whose examples they are. [SuiteSteps] run a test.
///
/// The rule: who runs a test decides whether it passed; the kit adds what the driver saw.
///
/// Start at [SuiteSteps].
@NullMarked
package org.offloadtck.scenario.suite;

import org.jspecify.annotations.NullMarked;
