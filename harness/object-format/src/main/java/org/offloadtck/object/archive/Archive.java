package org.offloadtck.object.archive;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// An `ar` archive; immutable.
///
/// Requirement: FO-07.
public final class Archive {

    /// The kind of archive: with its members' bytes, or with the names of their files.
    public enum Kind {
        REGULAR("!<arch>\n"),
        THIN("!<thin>\n");

        private final String magic;

        Kind(String magic) {
            this.magic = magic;
        }

        String magic() {
            return magic;
        }
    }

    private final Kind kind;
    private final List<StoredMember> stored;
    private final List<ArchiveMember> members;
    private final List<ArchiveSymbol> symbols;

    Archive(
            Kind kind,
            List<StoredMember> stored,
            List<ArchiveMember> members,
            List<ArchiveSymbol> symbols) {
        this.kind = kind;
        this.stored = List.copyOf(stored);
        this.members = List.copyOf(members);
        this.symbols = List.copyOf(symbols);
    }

    /// Whether a file starts with the magic of an archive.
    public static boolean isArchive(byte[] bytes) {
        return ArchiveReader.kind(bytes).isPresent();
    }

    /// Reads a regular archive.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException if `bytes` are no archive, or a damaged or thin one
    public static Archive parse(String source, byte[] bytes) {
        return parse(source, bytes, _ -> Optional.empty());
    }

    /// Reads a regular or thin archive.
    ///
    /// @param files returns the bytes of a thin archive's member; its path is relative to the
    ///   archive's directory
    /// @throws MalformedObjectException if `bytes` are no archive or a damaged one, or `files`
    ///   lacks a member
    public static Archive parse(
            String source, byte[] bytes, Function<String, Optional<byte[]>> files) {
        return new ArchiveReader(ObjectBytes.of(source, bytes), files).read();
    }

    /// Creates a regular archive in GNU's format with members in that order. Its symbol table has
    /// the definitions of the members that are ELF objects. It has neither times nor owners, so
    /// equal members give equal archives.
    public static Archive of(String source, List<ArchiveMember> members) {
        return parse(source, ArchiveWriter.write(members));
    }

    public Kind kind() {
        return kind;
    }

    /// The files in the archive, in file order, without the symbol table and the table of long
    /// names.
    public List<ArchiveMember> members() {
        return members;
    }

    /// The rows of the GNU symbol table, in file order; empty if there is none.
    public List<ArchiveSymbol> symbols() {
        return symbols;
    }

    /// The archive's bytes; those of a thin archive do not include its members.
    public byte[] write() {
        return ArchiveWriter.write(kind, stored);
    }
}
