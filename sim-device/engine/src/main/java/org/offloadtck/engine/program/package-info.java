/// A PTX module made ready to execute.
///
/// Loading puts the module's variables into memory, gives functions their addresses, lays out
/// shared memory and frames, and decodes every instruction into a few integers: an operation
/// ([Op]), rows of the register file, offsets. The one rule: whatever can be settled once is
/// settled here, and nothing here depends on a launch.
///
/// An instruction that cannot be executed does not keep a module from loading; it becomes an
/// operation that faults, with the instruction's name.
///
/// Start at [LoadedProgram].
@NullMarked
package org.offloadtck.engine.program;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.engine.code.Op;
