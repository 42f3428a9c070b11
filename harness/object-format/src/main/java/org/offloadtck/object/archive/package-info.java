/// `ar` archives: static libraries, from which an offloading link extracts the members it needs.
///
/// ```
/// Archive    --> ( "!<arch>\n" | "!<thin>\n" ), Member*
/// Member     --> name[16], date[12], owner[6], group[6], mode[8], size[10], "`\n",
///                byte[size], "\n" if size is odd
/// name       --> "/" | "/SYM64/"   the symbol table comes first
///              | "//"              the long names, each terminated by "/\n"
///              | "/" offset        into the long names
///              | text "/"          GNU
///              | "#1/" length      BSD: the name is the first bytes of the member
///              | text              BSD
/// ```
///
/// All fields are text, padded with spaces; numbers are decimal, the mode octal. The members of a
/// thin archive have a size and no bytes: their names are paths of files, relative to the archive's
/// directory. Sources: GNU Binutils 2.40, `include/aout/ar.h` and `bfd/archive.c`; LLVM 19,
/// `llvm/lib/Object/Archive.cpp`.
///
/// The rule: every byte is kept, including headers and symbol tables, so an archive is written as
/// it was read. The tests compare with Apache Commons Compress, which supports neither offsets nor
/// thin archives.
///
/// Start at [Archive].
@NullMarked
package org.offloadtck.object.archive;

import org.jspecify.annotations.NullMarked;
