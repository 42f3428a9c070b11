package org.offloadtck.object.archive;

import org.offloadtck.object.bytes.ObjectBytes;

/// A file in an archive.
///
/// @param name without the padding of the format; a path in a thin archive
/// @param contents diagnostics name archive and member, as `libx.a(member.o)`
public record ArchiveMember(String name, ObjectBytes contents) {

    public static ArchiveMember of(String name, byte[] bytes) {
        return new ArchiveMember(name, ObjectBytes.of(name, bytes));
    }

    /// A copy of the member's bytes.
    public byte[] bytes() {
        return contents.toByteArray();
    }
}
