package org.offloadtck.object.archive;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;

/// An `ar` archive, immutable.
public final class Archive {

    /// Whether the archive holds its members' bytes, or names the files that do.
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

    /// Whether a file begins as an archive does.
    public static boolean isArchive(byte[] bytes) {
        return ArchiveReader.kind(bytes).isPresent();
    }

    /// Reads an archive that holds its members.
    ///
    /// @param source names the file in diagnostics
    /// @throws MalformedObjectException when `bytes` are no archive, a damaged or a thin one
    public static Archive parse(String source, byte[] bytes) {
        return parse(source, bytes, _ -> Optional.empty());
    }

    /// Reads an archive that may be thin.
    ///
    /// @param files yields the bytes of a thin archive's member, whose path counts from the folder
    ///   of the archive
    /// @throws MalformedObjectException when `bytes` are no archive or a damaged one, or `files`
    ///   does not have a member
    public static Archive parse(
            String source, byte[] bytes, Function<String, Optional<byte[]>> files) {
        return new ArchiveReader(ObjectBytes.of(source, bytes), files).read();
    }

    /// Makes a regular archive, in GNU's format, of members in that order. It gets a symbol table
    /// of what the members that are ELF objects define, and neither times nor owners, so equal
    /// members make equal archives.
    public static Archive of(String source, List<ArchiveMember> members) {
        return parse(source, ArchiveWriter.write(members));
    }

    public Kind kind() {
        return kind;
    }

    /// The files in the archive, in order; neither the symbol table nor the table of long names.
    public List<ArchiveMember> members() {
        return members;
    }

    /// The rows of a GNU symbol table, in order; empty when there is none.
    public List<ArchiveSymbol> symbols() {
        return symbols;
    }

    /// The archive's file; of a thin archive, without its members' bytes.
    public byte[] write() {
        return ArchiveWriter.write(kind, stored);
    }
}
