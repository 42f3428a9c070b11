package org.offloadtck.object.archive;

import org.offloadtck.object.bytes.ObjectBytes;

/// A member as it is stored, including the symbol table and the long names.
///
/// @param position offset of the header, in bytes from the start of the archive
/// @param padding the bytes up to the next even offset; usually a newline
record StoredMember(long position, ObjectBytes header, ObjectBytes contents, ObjectBytes padding) {

    /// Size of a member's header, in bytes.
    static final int HEADER = 60;

    /// Size of the name field at the start of the header, in bytes.
    static final int NAME = 16;

    /// Offset and length of the size field, in bytes.
    static final int SIZE = 48;

    static final int SIZE_LENGTH = 10;

    /// Offset of the terminator, in bytes.
    static final int END = 58;

    static final String TERMINATOR = "`\n";
}
