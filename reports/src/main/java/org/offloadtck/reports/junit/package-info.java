/// The result of a run as JUnit XML, for continuous integration.
///
/// The rule: what was not judged is skipped and says why; it is never a pass. A fault of the kit is
/// an error, a finding about the implementation a failure.
@NullMarked
package org.offloadtck.reports.junit;

import org.jspecify.annotations.NullMarked;
