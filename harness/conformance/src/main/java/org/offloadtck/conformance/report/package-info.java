/// Reports of a run as the kit asks for them, without the modules that render them.
///
/// [RunReports] is the service interface: `offload-tck run` calls it, module `reports` implements
/// it. The rule: a report is a function of the result document and the catalogue alone.
@NullMarked
package org.offloadtck.conformance.report;

import org.jspecify.annotations.NullMarked;
