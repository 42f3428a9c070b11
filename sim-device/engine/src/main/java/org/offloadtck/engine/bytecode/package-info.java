/// The compiler from basic blocks to Java bytecode.
///
/// A [CompiledImage] holds the compiled blocks of a program and compiles a block when it has been
/// executed often. [BlockCompiler] generates a hidden class for each block. The generated code
/// executes each lane through the whole block, with registers in local variables, and a loop of one
/// block through all its iterations. Full warps have methods of their own. [RegionCompiler]
/// generates a hidden class for each region of a function, for groups of one lane. Each emitter
/// generates one kind of code.
///
/// The one rule: a block has the effect that the interpreter would have, or it declines and has no
/// effect. It never faults: if an access is invalid, it stops before the instruction, and the
/// interpreter reports the fault. So branches, barriers, calls, groups, turns and faults are
/// implemented once, in the interpreter.
///
/// A lane sees no store of another lane earlier than under the interpreter: all lanes load before
/// any lane executes the next store. So racy programs have the same results under both.
///
/// The package has more than 15 types because blocks and regions share their emitters.
///
/// Start at [CompiledImage].
@NullMarked
package org.offloadtck.engine.bytecode;

import org.jspecify.annotations.NullMarked;
