/// Libraries: code that a process loads without a context (`cuLibrary…`, `cuKernel…`).
///
/// An [EmulatedLibrary] has a module in each context in which one of its symbols was used. A
/// [LibraryKernel] names a kernel of it, which is a function of its own in each context.
///
/// The rule: a library outlives the contexts into which it is loaded.
///
/// Start at [EmulatedLibrary].
@NullMarked
package org.offloadtck.emulation.library;

import org.jspecify.annotations.NullMarked;
