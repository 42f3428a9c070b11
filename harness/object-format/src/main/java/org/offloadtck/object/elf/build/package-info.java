/// Creates and edits ELF objects.
///
/// [ElfAssembler] assembles a relocatable object whose sections refer to symbols by name.
/// [ElfRelocatableAssembler] and [ElfExecutableAssembler] take sections and symbols that refer to
/// each other by index, as a linker has them. [ElfEditor] edits an object that exists. All build on
/// `ElfBuilder`, which keeps section names, file layout and section 0 consistent.
///
/// The rule: an edit changes the rows it names and the indices that have to follow, nothing else.
///
/// Start at [ElfAssembler] or [ElfEditor].
@NullMarked
package org.offloadtck.object.elf.build;

import org.jspecify.annotations.NullMarked;
