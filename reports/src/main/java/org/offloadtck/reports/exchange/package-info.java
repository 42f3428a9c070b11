/// The findings of a run in the formats of code hosts: SARIF 2.1.0, GitHub's annotations and step
/// summary, GitLab's code quality.
///
/// A [ReportedResult] is an unexpected, waived or undecided result with the place of its scenario.
/// The rule: results that passed or were not judged are no findings; the site and JUnit XML have
/// them.
@NullMarked
package org.offloadtck.reports.exchange;

import org.jspecify.annotations.NullMarked;
