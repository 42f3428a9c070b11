/// The command line of NVIDIA's tools: options, options files, diagnostics and exit status.
///
/// The one rule: spelling of options, form of diagnostics and exit status are those of NVIDIA's
/// tools, since build systems and test suites parse them.
///
/// Start at [ToolArguments].
@NullMarked
package org.offloadtck.toolkit.option;

import org.jspecify.annotations.NullMarked;
