package org.offloadtck.object.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.bytes.ByteWriter;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Symbol;

/// Writes archives: stored members unchanged, new members in GNU's format.
///
/// Requirement: FO-07.
final class ArchiveWriter {

    /// Header fields of a file with time, owner and group 0 that everyone may read.
    private static final String FILE = "%-12d%-6d%-6d%-8s".formatted(0, 0, 0, "644");

    /// The blank header fields of the table of long names.
    private static final String NOTHING = " ".repeat(FILE.length());

    private final List<ArchiveMember> members;
    private final ByteWriter longNames = new ByteWriter();
    private final List<String> names = new ArrayList<>();

    private ArchiveWriter(List<ArchiveMember> members) {
        this.members = members;
        members.forEach(member -> names.add(stored(member.name())));
    }

    static byte[] write(Archive.Kind kind, List<StoredMember> members) {
        var image = new ByteWriter().bytes(kind.magic().getBytes(UTF_8));
        for (StoredMember member : members) {
            image.bytes(member.header()).bytes(member.contents()).bytes(member.padding());
        }
        return image.toByteArray();
    }

    static byte[] write(List<ArchiveMember> members) {
        return new ArchiveWriter(members).write();
    }

    private byte[] write() {
        var image = new ByteWriter().bytes(Archive.Kind.REGULAR.magic().getBytes(UTF_8));
        List<ArchiveSymbol> symbols = symbols();
        if (!symbols.isEmpty()) {
            byte[] table = table(symbols, new long[members.size()]);
            long next = image.size() + room(table.length);
            append(image, "/", FILE, table(symbols, positions(next)));
        }
        if (longNames.size() != 0) {
            append(image, "//", NOTHING, longNames.toByteArray());
        }
        for (int member = 0; member < members.size(); member++) {
            append(image, names.get(member), FILE, members.get(member).bytes());
        }
        return image.toByteArray();
    }

    /// The name in the header. A name that is too long or ambiguous is stored in the table of long
    /// names.
    private String stored(String name) {
        byte[] bytes = (name + "/").getBytes(UTF_8);
        if (bytes.length <= StoredMember.NAME && isPlain(name)) {
            return name + "/";
        }
        String reference = "/" + longNames.position();
        longNames.bytes(bytes).u8('\n');
        return reference;
    }

    private static boolean isPlain(String name) {
        return name.indexOf('/') < 0
                && name.indexOf(' ') < 0
                && !name.startsWith(MemberName.BSD_SYMBOL_TABLE);
    }

    private long[] positions(long start) {
        long next = start + (longNames.size() == 0 ? 0 : room(longNames.size()));
        var positions = new long[members.size()];
        for (int member = 0; member < positions.length; member++) {
            positions[member] = next;
            next += room(members.get(member).contents().size());
        }
        return positions;
    }

    private static long room(long size) {
        return StoredMember.HEADER + size + size % 2;
    }

    private static void append(ByteWriter image, String name, String facts, byte[] contents) {
        byte[] spelled = name.getBytes(UTF_8);
        image.bytes(spelled).bytes(" ".repeat(StoredMember.NAME - spelled.length).getBytes(UTF_8));
        String size = "%-10d".formatted(contents.length);
        image.bytes((facts + size + StoredMember.TERMINATOR).getBytes(UTF_8));
        image.bytes(contents);
        if (contents.length % 2 != 0) {
            image.u8('\n');
        }
    }

    private List<ArchiveSymbol> symbols() {
        var symbols = new ArrayList<ArchiveSymbol>();
        for (int member = 0; member < members.size(); member++) {
            if (!ElfObject.isElf(members.get(member).contents())) {
                continue;
            }
            for (Symbol symbol : ElfObject.parse(members.get(member).contents()).symbols()) {
                if (!symbol.isLocal() && !symbol.isUndefined()) {
                    symbols.add(new ArchiveSymbol(symbol.name(), member));
                }
            }
        }
        return symbols;
    }

    private static byte[] table(List<ArchiveSymbol> symbols, long[] positions) {
        var names = new ByteWriter();
        symbols.forEach(symbol -> names.bytes(symbol.name().getBytes(UTF_8)).u8(0));
        var table =
                ByteBuffer.allocate(Integer.BYTES * (symbols.size() + 1) + names.size())
                        .putInt(symbols.size());
        for (ArchiveSymbol symbol : symbols) {
            table.putInt(Math.toIntExact(positions[symbol.member()]));
        }
        return table.put(names.toByteArray()).array();
    }
}
