/// A static linker for x86-64: makes an executable at fixed addresses of relocatable objects and
/// archives, so that the reference pipeline needs no `ld`.
///
/// [StaticLinker] takes the steps of every Unix linker: it resolves symbols
/// ([org.offloadtck.linker.resolution]), merges sections of one name in input order
/// ([OutputSections]), assigns addresses ([ExecutableLayout]), applies relocations ([Relocator])
/// and writes the file ([ExecutableWriter]).
///
/// The rule: every feature that offloading needs (`__start_` and `__stop_` symbols, `SHF_EXCLUDE`,
/// constructor priorities, archive members on demand) is exact and compared with GNU ld. Every
/// other feature (thread-local storage, shared objects, position independence) is rejected by name.
///
/// Start at [StaticLinker].
@NullMarked
package org.offloadtck.linker.executable;

import org.jspecify.annotations.NullMarked;
