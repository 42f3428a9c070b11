/// The commands of the scenario module: `offload-tck run` runs the scenarios and writes the
/// reports, `offload-tck trace` lists which scenarios test which requirement. `plan`, `run --plan`
/// and `merge` divide a run among several machines.
///
/// The package has more than 15 types because the options that select scenarios are those of `run`,
/// `plan` and `merge`.
///
/// The rule: everything that can fail before the first scenario runs is verified before it:
/// options, waiver files, the report folder. Start at [RunCommand].
@NullMarked
package org.offloadtck.scenario.command;

import org.jspecify.annotations.NullMarked;
