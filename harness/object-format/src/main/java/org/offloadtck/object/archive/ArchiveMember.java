package org.offloadtck.object.archive;

import org.offloadtck.object.bytes.ObjectBytes;

/// A file in an archive.
///
/// @param name without what the format puts around it; in a thin archive, a path
/// @param contents whose diagnostics name both, as `libx.a(member.o)`
public record ArchiveMember(String name, ObjectBytes contents) {

    public static ArchiveMember of(String name, byte[] bytes) {
        return new ArchiveMember(name, ObjectBytes.of(name, bytes));
    }

    /// A fresh copy of the member's bytes.
    public byte[] bytes() {
        return contents.toByteArray();
    }
}
