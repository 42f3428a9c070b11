/// `ar` archives: static libraries, of which an offloading link takes the members it needs.
///
/// ```
/// Archive    --> ( "!<arch>\n" | "!<thin>\n" ), Member*
/// Member     --> name[16], date[12], owner[6], group[6], mode[8], size[10], "`\n",
///                byte[size], "\n" if size is odd
/// name       --> "/" | "/SYM64/"   the symbol table comes first
///              | "//"              the long names, each ended by "/\n"
///              | "/" offset        into the long names
///              | text "/"          GNU
///              | "#1/" length      BSD: the name is the first bytes of the member
///              | text              BSD
/// ```
///
/// All fields are text, padded with spaces; numbers are decimal, the mode octal. The members of a
/// thin archive have a size and no bytes: their names are paths, from the archive's folder, of the
/// files that have them. Sources: GNU Binutils 2.40, `include/aout/ar.h` and `bfd/archive.c`; LLVM
/// 19, `llvm/lib/Object/Archive.cpp`.
///
/// The rule: every byte is kept, also in headers and symbol tables, so an archive is written as it
/// was read. Apache Commons Compress, which knows neither positions nor thin archives, is the
/// second opinion of the tests. Start at [Archive][org.offloadtck.object.archive.Archive].
@NullMarked
package org.offloadtck.object.archive;

import org.jspecify.annotations.NullMarked;
