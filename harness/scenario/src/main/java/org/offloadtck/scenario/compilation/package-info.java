/// Steps of the stages that compile: `compilation`, `offload-entries`, `device-compilation` and the
/// device code of `indirect-call`; and whole corpus programs, compiled, linked and run.
///
/// [CompiledCorpusProgram] is the program of the corpus that a scenario compiles. Start there.
@NullMarked
package org.offloadtck.scenario.compilation;

import org.jspecify.annotations.NullMarked;
