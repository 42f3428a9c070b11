/// What compiled blocks extend, call and access at run time.
///
/// A [CompiledBlock] runs on a [BlockContext]: the registers, predicates, memories and counters of
/// a warp. The context finds allocations for accesses outside their [MemoryWindow]. Instrumented
/// blocks record addresses in an [AccessTrace].
///
/// The one rule: generated code refers to fields and methods of this package by name
/// (`org.offloadtck.engine.bytecode.RuntimeCalls`), so a renamed member must be renamed there too.
///
/// Start at [BlockContext].
@NullMarked
package org.offloadtck.engine.bytecode.runtime;

import org.jspecify.annotations.NullMarked;
