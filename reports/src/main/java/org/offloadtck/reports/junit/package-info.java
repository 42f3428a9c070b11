/// The result of a run as JUnit XML, for continuous integration.
///
/// The rule: a result that was not judged is skipped, with the reason, and never passes. A fault of
/// the kit is an error, a finding about the implementation a failure.
@NullMarked
package org.offloadtck.reports.junit;

import org.jspecify.annotations.NullMarked;
