/// Relocation tables of ELF files, decoded.
///
/// The rule: tables of every encoding give the same kind of row, a relocation with an addend.
/// Tables without addends (`SHT_REL`) and of relative relocations (`SHT_RELR`) are not decoded,
/// because the relocated bytes hold the addends.
///
/// Start at [RelocationTable].
@NullMarked
package org.offloadtck.object.elf.relocation;

import org.jspecify.annotations.NullMarked;
