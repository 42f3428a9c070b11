package org.offloadtck.object.offload;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.offloadtck.object.bytes.Cursor;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Located;
import org.offloadtck.object.offload.OffloadBinary.Version;

/// Reads offload binaries. A fault is reported at the field that states it: a size that is too
/// large is reported at the size, not at the end of the bytes.
///
/// Requirements: OB-01, OB-04, OB-07.
final class OffloadBinaryReader {

    /// The magic bytes 10 FF 10 AD, read as a little-endian number. Source: LLVM 15 to 23,
    /// `llvm/include/llvm/Object/OffloadBinary.h`, `OffloadBinary::Header`.
    static final long MAGIC = 0xAD10FF10L;

    /// Size of `OffloadBinary::Header`, in bytes.
    static final int HEADER_SIZE = 32;

    /// Size of `OffloadBinary::Entry`, in bytes.
    static final int ENTRY_SIZE = 40;

    /// Offset of `EntryOffset`, from version 2 on `EntriesOffset`, in the header.
    private static final int ENTRIES_OFFSET = 16;

    /// Alignment of a binary, its entries and its first image, in bytes. Source: LLVM 15 to 23,
    /// `OffloadBinary::getAlignment`.
    static final int ALIGNMENT = 8;

    private final ObjectBytes binary;
    private final Version version;
    private final long entriesOffset;
    private final long entryCount;
    private final OffloadStringDecoder texts;
    private final OffloadBinaryLayout layout;
    private final List<Image> images = new ArrayList<>();
    private final List<Long> imageOffsets = new ArrayList<>();
    private final List<Long> entryOffsets = new ArrayList<>();
    private final List<Map<String, Long>> textOffsets = new ArrayList<>();

    private OffloadBinaryReader(
            ObjectBytes binary, Version version, long entriesOffset, long entryCount) {
        this.binary = binary;
        this.version = version;
        this.entriesOffset = entriesOffset;
        this.entryCount = entryCount;
        this.texts = new OffloadStringDecoder(binary);
        this.layout = new OffloadBinaryLayout(binary);
        layout.table("header", 0, HEADER_SIZE, 0);
        layout.table("entries", entriesOffset, entryCount * ENTRY_SIZE, ENTRIES_OFFSET);
    }

    static boolean startsIn(ObjectBytes bytes) {
        return bytes.size() >= Integer.BYTES && bytes.u32(0, "magic") == MAGIC;
    }

    /// Whether `file` has the header of an offload binary, with another magic: version, size,
    /// offset of the entries, and size or number of the entries are those that packagers write.
    static boolean lacksMagic(ObjectBytes file) {
        if (file.size() < HEADER_SIZE + ENTRY_SIZE || startsIn(file)) {
            return false;
        }
        var header = file.cursor(Integer.BYTES);
        var version = Version.of(header.u32("version"));
        long size = header.i64("size");
        boolean isSized =
                size >= HEADER_SIZE + ENTRY_SIZE
                        && size <= file.size()
                        && size % ALIGNMENT == 0
                        && header.i64("entries") == HEADER_SIZE;
        long entries = header.i64("entry size or count");
        return isSized
                && version.filter(one ->
                                one == Version.V1
                                        ? entries == ENTRY_SIZE
                                        : entries > 0 && entries <= size / ENTRY_SIZE)
                        .isPresent();
    }

    static Located readOnly(ObjectBytes file) {
        var placed = readAt(file, 0);
        if (placed.size() != file.size()) {
            throw file.malformed(
                    8,
                    FormatRule.SIZE,
                    "size is %d when it should be %d, all of the file"
                            .formatted(placed.size(), file.size()));
        }
        return placed;
    }

    static List<Located> readAll(ObjectBytes file) {
        var found = new ArrayList<Located>();
        long next = 0;
        while (next < file.size()) {
            var placed = readAt(file, next);
            found.add(placed);
            next += placed.size();
        }
        return List.copyOf(found);
    }

    private static Located readAt(ObjectBytes file, long start) {
        var header = file.cursor(start);
        long magic = header.u32("magic");
        if (magic != MAGIC) {
            throw header.malformed(
                    FormatRule.MAGIC,
                    "magic is 0x%08x when it should be 0x%08x".formatted(magic, MAGIC));
        }
        var version = version(header);
        long size = header.u64("size");
        if (size < HEADER_SIZE + (version == Version.V1 ? ENTRY_SIZE : 0)) {
            throw header.malformed(
                    FormatRule.SIZE,
                    "size is %d when it should be at least %d"
                            .formatted(size, version == Version.V1 ? 72 : HEADER_SIZE));
        }
        if (size > file.size() - start) {
            throw header.malformed(
                    FormatRule.BOUNDS,
                    "size is %d when it should be at most %d, where the %s ends"
                            .formatted(size, file.size() - start, file.part()));
        }
        var binary = file.window(start, size, "offload binary");
        return entries(binary, version).placed(size);
    }

    private static Version version(Cursor header) {
        long code = header.u32("version");
        if (code == 3) {
            throw header.malformed(
                    FormatRule.VERSION,
                    "version is 3, which is proposed but in no release, when it should be 1 or 2");
        }
        return Version.of(code)
                .orElseThrow(() ->
                        header.malformed(
                                FormatRule.VERSION,
                                "version is %d when it should be 1 or 2".formatted(code)));
    }

    private static OffloadBinaryReader entries(ObjectBytes binary, Version version) {
        var header = binary.cursor(ENTRIES_OFFSET);
        long offset = header.u64("entries offset");
        if (offset % ALIGNMENT != 0) {
            throw header.malformed(
                    FormatRule.ALIGNMENT,
                    "entries offset is 0x%x when it should be a multiple of 8".formatted(offset));
        }
        if (offset < HEADER_SIZE) {
            throw header.malformed(
                    FormatRule.OVERLAP,
                    "entries offset is 0x%x when it should be at least 0x%x, where the header ends"
                            .formatted(offset, HEADER_SIZE));
        }
        if (offset > binary.size()) {
            throw outside(header, "entries offset", offset, binary.size());
        }
        long rest = binary.size() - offset;
        if (version == Version.V1 && rest < ENTRY_SIZE) {
            throw outside(header, "entries offset", offset, binary.size() - ENTRY_SIZE);
        }
        long sizeOrCount = header.u64(version == Version.V1 ? "entry size" : "entries count");
        return switch (version) {
            case V1 -> {
                if (sizeOrCount != ENTRY_SIZE) {
                    throw header.malformed(
                            FormatRule.SIZE,
                            "entry size is %d when it should be 40".formatted(sizeOrCount));
                }
                yield new OffloadBinaryReader(binary, version, offset, 1);
            }
            case V2 -> {
                if (sizeOrCount > rest / ENTRY_SIZE) {
                    throw outside(header, "entries count", sizeOrCount, rest / ENTRY_SIZE);
                }
                yield new OffloadBinaryReader(binary, version, offset, sizeOrCount);
            }
        };
    }

    private Located placed(long size) {
        for (long i = 0; i < entryCount; i++) {
            readEntry(binary.cursor(entriesOffset + i * ENTRY_SIZE));
            entryOffsets.add(binary.base() + entriesOffset + i * ENTRY_SIZE);
        }
        layout.verify();
        return new Located(
                new OffloadBinary(version, images),
                binary.base(),
                size,
                imageOffsets,
                entryOffsets,
                textOffsets);
    }

    private void readEntry(Cursor entry) {
        int kind = entry.u16("image kind");
        int offloadKind = entry.u16("offload kind");
        long flags = entry.u32("flags");
        long stringsOffset = entry.u64("strings offset");
        if (stringsOffset > binary.size()) {
            throw outside(entry, "strings offset", stringsOffset, binary.size());
        }
        long entriesEnd = entriesOffset + entryCount * ENTRY_SIZE;
        if (stringsOffset < entriesEnd) {
            throw entry.malformed(
                    FormatRule.OVERLAP,
                    "strings offset is 0x%x when it should be at least 0x%x, where the entries end"
                            .formatted(stringsOffset, entriesEnd));
        }
        long stringCount = entry.u64("strings count");
        long most = (binary.size() - stringsOffset) / version.stringEntrySize();
        if (stringCount > most) {
            throw outside(entry, "strings count", stringCount, most);
        }
        texts.charge(entry, stringCount);
        layout.table(
                "string entries",
                stringsOffset,
                stringCount * version.stringEntrySize(),
                entry.position() - 2 * Long.BYTES);
        long imageOffset = entry.u64("image offset");
        if (imageOffset > binary.size()) {
            throw outside(entry, "image offset", imageOffset, binary.size());
        }
        long imageSize = entry.u64("image size");
        if (imageSize > binary.size() - imageOffset) {
            throw outside(entry, "image size", imageSize, binary.size() - imageOffset);
        }
        layout.table("image", imageOffset, imageSize, entry.position() - 2 * Long.BYTES);
        var bytes = binary.at(imageOffset, imageSize, "image");
        images.add(new Image(kind, offloadKind, flags, strings(stringsOffset, stringCount), bytes));
        imageOffsets.add(binary.base() + imageOffset);
    }

    private SequencedMap<String, String> strings(long table, long count) {
        var strings = new LinkedHashMap<String, String>();
        var offsets = new HashMap<String, Long>();
        textOffsets.add(offsets);
        for (long i = 0; i < count; i++) {
            long row = table + i * version.stringEntrySize();
            var entry = binary.cursor(row);
            long keyOffset = entry.u64("key offset");
            var key = texts.terminated(entry, keyOffset, "key");
            layout.text("key", keyOffset, size(key) + 1, row);
            if (strings.containsKey(key)) {
                throw entry.malformed(
                        FormatRule.UNIQUE, "key '%s' occurs twice in an image".formatted(key));
            }
            offsets.put(key, binary.base() + binary.u64(entry.position(), "value offset"));
            strings.put(key, value(entry, key));
        }
        return strings;
    }

    private String value(Cursor entry, String key) {
        long field = entry.position();
        long offset = entry.u64("value offset");
        var name = "value of '%s'".formatted(key);
        return switch (version) {
            case V1 -> {
                var text = texts.terminated(entry, offset, "value");
                layout.text(name, offset, size(text) + 1, field);
                yield text;
            }
            case V2 -> {
                long size = entry.u64("value size");
                layout.text(name, offset, size, field);
                yield texts.sized(entry, offset, size, "value");
            }
        };
    }

    private static long size(String text) {
        return text.getBytes(UTF_8).length;
    }

    private static MalformedObjectException outside(
            Cursor field, String name, long value, long most) {
        return field.malformed(
                FormatRule.BOUNDS,
                "%s is 0x%x when it should be at most 0x%x, where the offload binary ends"
                        .formatted(name, value, most));
    }
}
