/// A static linker for x86-64: relocatable objects and archives in, an executable at fixed
/// addresses out, so that the reference pipeline needs no `ld`.
///
/// [StaticLinker] takes the steps of every Unix linker: resolve symbols ([SymbolResolver]), merge
/// sections of one name in input order ([OutputSections]), lay them out ([ExecutableLayout]),
/// relocate ([Relocator]) and write ([ExecutableWriter]). What a program takes from shared objects
/// is bound to the addresses of [Imports]. [SystemLinker] hands the same inputs to an `ld` instead.
///
/// [StaticLinker#merge] makes one relocatable object instead ([RelocatableMerge]): sections of one
/// name, type and flags are joined, symbols and relocations follow.
///
/// The rule: what the offloading design needs of a linker is done exactly — `__start_` and
/// `__stop_` symbols, `SHF_EXCLUDE`, constructor priorities, members on demand — and is compared
/// with GNU ld; what it does not need (thread-local storage, shared objects, position independence)
/// is refused by name, never guessed.
///
/// Start at [StaticLinker].
@NullMarked
package org.offloadtck.linker.executable;

import org.jspecify.annotations.NullMarked;
import org.offloadtck.linker.relocatable.RelocatableMerge;
import org.offloadtck.linker.resolution.Imports;
import org.offloadtck.linker.resolution.SymbolResolver;
import org.offloadtck.linker.tool.SystemLinker;
