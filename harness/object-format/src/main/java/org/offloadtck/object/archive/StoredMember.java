package org.offloadtck.object.archive;

import org.offloadtck.object.bytes.ObjectBytes;

/// A member as the archive has it, special ones included.
///
/// @param position of the header, in bytes from the start of the archive
/// @param padding what follows to an even position: a newline, nothing, or whatever is there
record StoredMember(long position, ObjectBytes header, ObjectBytes contents, ObjectBytes padding) {

    /// Size of a member's header, in bytes.
    static final int HEADER = 60;

    /// Length of the name, which the header begins with, in bytes.
    static final int NAME = 16;

    /// Where the size is in the header, and its length, in bytes.
    static final int SIZE = 48;

    static final int SIZE_LENGTH = 10;

    /// Where the two bytes are with which the header ends.
    static final int END = 58;

    static final String TERMINATOR = "`\n";
}
