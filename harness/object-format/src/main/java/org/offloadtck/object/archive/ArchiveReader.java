package org.offloadtck.object.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.archive.MemberName.BsdName;
import org.offloadtck.object.archive.MemberName.LongName;
import org.offloadtck.object.archive.MemberName.LongNames;
import org.offloadtck.object.archive.MemberName.ShortName;
import org.offloadtck.object.archive.MemberName.SymbolTable;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;

/// Reads the members of an archive one after the other.
final class ArchiveReader {

    private static final int MAGIC = 8;

    private final ObjectBytes file;
    private final Function<String, Optional<byte[]>> files;
    private final List<StoredMember> stored = new ArrayList<>();
    private final List<ArchiveMember> members = new ArrayList<>();
    private final List<Long> positions = new ArrayList<>();
    private LongNameTable longNames;
    private Optional<ArchiveSymbolTable> index = Optional.empty();

    ArchiveReader(ObjectBytes file, Function<String, Optional<byte[]>> files) {
        this.file = file;
        this.files = files;
        this.longNames = new LongNameTable(file.window(0, 0, "long names"));
    }

    static Optional<Archive.Kind> kind(byte[] bytes) {
        for (Archive.Kind kind : Archive.Kind.values()) {
            byte[] magic = kind.magic().getBytes(ISO_8859_1);
            if (bytes.length >= MAGIC && Arrays.equals(bytes, 0, MAGIC, magic, 0, MAGIC)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    Archive read() {
        Archive.Kind kind =
                kind(file.window(0, Math.min(MAGIC, file.size()), "magic").toByteArray())
                        .orElseThrow(() ->
                                file.malformed(
                                        0,
                                        FormatRule.MAGIC,
                                        "magic should be !<arch> or !<thin> and a newline"));
        long next = MAGIC;
        while (next < file.size()) {
            next = member(kind, next);
        }
        List<ArchiveSymbol> symbols =
                index.map(table -> table.symbols(positions)).orElseGet(List::of);
        return new Archive(kind, stored, members, symbols);
    }

    /// Reads the member at `at` and returns the offset of the next.
    private long member(Archive.Kind kind, long at) {
        ObjectBytes header = file.window(at, StoredMember.HEADER, "member header");
        requireTerminator(header);
        long size = size(header);
        MemberName name = MemberName.read(header);
        boolean elsewhere = kind == Archive.Kind.THIN && name.isFile();
        long data = at + StoredMember.HEADER;
        ObjectBytes contents = file.window(data, elsewhere ? 0 : size, "member");
        long end = data + contents.size();
        ObjectBytes padding = file.window(end, Math.min(end % 2, file.size() - end), "padding");
        var member = new StoredMember(at, header, contents, padding);
        stored.add(member);
        switch (name) {
            case SymbolTable(int width) -> index(member, width);
            case LongNames _ -> longNames = new LongNameTable(contents);
            case ShortName(String text) -> add(kind, member, text);
            case LongName(long offset) -> add(kind, member, longNames.name(header, offset));
            case BsdName(int length) -> addBsd(member, length);
        }
        return end + padding.size();
    }

    private void index(StoredMember member, int width) {
        if (width != 0) {
            index = Optional.of(new ArchiveSymbolTable(member.contents(), width));
        }
    }

    private void add(Archive.Kind kind, StoredMember member, String name) {
        ObjectBytes contents =
                switch (kind) {
                    case REGULAR -> member.contents();
                    case THIN ->
                            files.apply(name)
                                    .map(bytes -> ObjectBytes.of(name, bytes))
                                    .orElseThrow(() -> missing(member, name));
                };
        add(member, name, contents);
    }

    private RuntimeException missing(StoredMember member, String name) {
        return member.header()
                .malformed(
                        0,
                        FormatRule.REFERENCE,
                        "the archive is thin, and the file of its member %s does not exist"
                                .formatted(name));
    }

    private void addBsd(StoredMember member, int length) {
        String padded = member.contents().string(0, length, "member name");
        int end = padded.indexOf('\0');
        String name = end < 0 ? padded : padded.substring(0, end);
        if (name.startsWith(MemberName.BSD_SYMBOL_TABLE)) {
            return;
        }
        ObjectBytes contents =
                member.contents().window(length, member.contents().size() - length, "member");
        add(member, name, contents);
    }

    private void add(StoredMember member, String name, ObjectBytes contents) {
        String source = "%s(%s)".formatted(file.source(), name);
        members.add(new ArchiveMember(name, ObjectBytes.of(source, contents.bytes())));
        positions.add(member.position());
    }

    private static void requireTerminator(ObjectBytes header) {
        String end =
                header.string(
                        StoredMember.END, StoredMember.TERMINATOR.length(), "end of member header");
        if (!end.equals(StoredMember.TERMINATOR)) {
            throw header.malformed(
                    StoredMember.END,
                    FormatRule.MAGIC,
                    "member header should end with a grave accent and a newline");
        }
    }

    private static long size(ObjectBytes header) {
        String text =
                header.string(StoredMember.SIZE, StoredMember.SIZE_LENGTH, "member size").strip();
        return MemberName.number(header, StoredMember.SIZE, text, "member size");
    }
}
