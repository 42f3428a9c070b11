package org.offloadtck.scenario.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.abi.DeviceImage;
import org.offloadtck.object.offload.entry.EntryLayout;
import org.offloadtck.object.offload.entry.EntryTable;
import org.offloadtck.object.offload.entry.OffloadEntry;
import org.offloadtck.object.offload.entry.PointerResolver;

/// Finds the places that the edits of planted faults name, such as `entry KERNEL size`.
final class ArtifactPlaces {

    /// The name of a target region in a module.
    private static final Pattern MODULE_KERNEL =
            Pattern.compile(
                    "__omp_offloading_[0-9a-f]+_[0-9a-f]+_\\w+?_l[0-9]+(?=\\(|\\.region_id|\\.kd)");

    private static final int IMAGE_ENTRY = 40;
    private static final int STRING_ENTRY = 16;
    private static final int RELOCATION = 24;
    private static final int RELOCATION_TYPE = 8;

    private final ObjectBytes file;

    ArtifactPlaces(ObjectBytes file) {
        this.file = file;
    }

    static ArtifactPlaces of(String source, byte[] bytes) {
        return new ArtifactPlaces(ObjectBytes.of(source, bytes));
    }

    FaultPlace find(String text) {
        var words = new FaultWords(text);
        var place = find(words);
        if (!words.isEmpty()) {
            throw new FaultTextException(
                    "the place '%s' has the extra word '%s'".formatted(text, words.next()));
        }
        return place;
    }

    private FaultPlace find(FaultWords words) {
        var kind = words.next();
        return switch (kind) {
            case "byte" -> new FaultPlace("", file.base() + words.number(), width(words));
            case "text" -> text(words.next(), words);
            case "header" -> elf().header(words.next());
            case "segment" -> elf().segment(words.number(), words.next());
            case "section" -> elf().section(words.next(), words.nextOrEmpty());
            case "relocations-of" -> elf().relocationsOf(words.next(), words.next());
            case "symbol" -> elf().symbol(SectionType.SYMTAB, words.next(), words.nextOrEmpty());
            case "dynamic-symbol" ->
                    elf().symbol(SectionType.DYNSYM, words.next(), words.nextOrEmpty());
            case "relocation" -> elf().relocation(words.next(), words.number(), words.next());
            case "reference" -> elf().reference(words.next(), words.next(), words.next());
            case "pointer" -> {
                var field = words.next();
                yield elf().relocation(find(words), field);
            }
            case "entry" -> entry(words.next(), words.nextOrEmpty());
            case "binary" -> binary(words.number(), words.nextOrEmpty());
            case "image" -> image(words);
            case "descriptor" ->
                    elf().definition(
                                    ".omp_offloading.descriptor",
                                    FieldTable.DESCRIPTOR,
                                    0,
                                    words.nextOrEmpty());
            case "device-image" ->
                    elf().definition(
                                    ".omp_offloading.device_images",
                                    FieldTable.DEVICE_IMAGE,
                                    words.number() * (long) DeviceImage.SIZE,
                                    words.nextOrEmpty());
            case "code" -> elf().definition(words.next(), FieldTable.SYMBOL, words.number(), "");
            default -> throw new FaultTextException("'%s' is no place".formatted(kind));
        };
    }

    /// The file without the relocation of a pointer and with zero in its bytes. In a linked file,
    /// the row becomes a copy of a neighbour, because the loader rejects a row without a type.
    byte[] withoutPointer(String text, byte[] bytes) {
        var pointer = find(text);
        var row = elf().relocation(pointer, "");
        var copy = pointer.write(bytes, 0);
        int at = Math.toIntExact(row.offset());
        if (elf().isLinked()) {
            var table = elf().object().section(row.section()).orElseThrow().contents();
            int other = at == table.base() ? at + RELOCATION : at - RELOCATION;
            System.arraycopy(bytes, other, copy, at, RELOCATION);
        } else {
            copy[at + RELOCATION_TYPE] = 0;
        }
        return copy;
    }

    private static int width(FaultWords words) {
        var word = words.nextOrEmpty();
        return word.isEmpty() ? 1 : Integer.parseInt(word);
    }

    ElfPlaces elf() {
        return new ElfPlaces(file);
    }

    /// The first occurrence of a text, or the one whose number from 1 follows.
    private FaultPlace text(String text, FaultWords words) {
        var all = new String(file.toByteArray(), ISO_8859_1);
        var number = words.nextOrEmpty();
        int at = all.indexOf(text);
        for (int i = 1; at >= 0 && !number.isEmpty() && i < Integer.parseInt(number); i++) {
            at = all.indexOf(text, at + 1);
        }
        if (at < 0) {
            throw new FaultTextException("%s has no '%s'".formatted(file.source(), text));
        }
        return new FaultPlace("", file.base() + at, 1);
    }

    /// The names of the first entries of each kind, by the words that edits use for them.
    String withNames(String text) {
        return text.replace("KERNEL", name("KERNEL", text))
                .replace("VARIABLE", name("VARIABLE", text))
                .replace("LINK", name("LINK", text))
                .replace("KTABLE", table(text));
    }

    private String table(String text) {
        return text.contains("KTABLE")
                ? elf().object().sections().stream()
                        .map(section -> section.name())
                        .filter(ArtifactPlaces::isTable)
                        .findFirst()
                        .orElseThrow(() -> new FaultTextException("no section of entries"))
                : "KTABLE";
    }

    private String name(String word, String text) {
        if (!text.contains(word)) {
            return word;
        }
        if (isElf()) {
            return row(word).row().name();
        }
        var kernel = MODULE_KERNEL.matcher(new String(file.toByteArray(), ISO_8859_1));
        return kernel.find() ? kernel.group() : word;
    }

    private record Located(ElfObject object, EntryTable table, EntryTable.Row row) {}

    private FaultPlace entry(String name, String field) {
        var found = row(name);
        var section = found.object().sections().get(found.table().section());
        long start = section.contents().base() + found.row().offset();
        if (field.startsWith("text")) {
            var pointers = new PointerResolver(found.object(), found.table().section());
            var at = pointers.place(found.row().offset() + found.table().layout().nameOffset());
            var holder = found.object().sections().get(at.orElseThrow().section());
            return new FaultPlace(
                    holder.name(),
                    holder.contents().base() + at.orElseThrow().offset() + letter(field),
                    1);
        }
        var structure =
                found.table().layout() == EntryLayout.LEGACY
                        ? FieldTable.LEGACY_ENTRY
                        : FieldTable.ENTRY;
        return structure.at(section.name(), start, field);
    }

    /// The index of a letter of a name: 2 for `text+2`, 0 for `text`.
    private static int letter(String field) {
        return field.equals("text") ? 0 : Integer.parseInt(field.substring("text+".length()));
    }

    private Located row(String name) {
        var object = elf().object();
        for (int index = 0; index < object.sections().size(); index++) {
            var section = object.sections().get(index);
            if (isTable(section.name()) && section.type().equals(SectionType.PROGBITS)) {
                var layout =
                        section.name().startsWith("llvm")
                                ? EntryLayout.VERSION_1
                                : EntryLayout.LEGACY;
                var table = EntryTable.read(object, index, layout);
                var row = table.rows().stream().filter(named(name)).findFirst();
                if (row.isPresent()) {
                    return new Located(object, table, row.get());
                }
            }
        }
        throw new FaultTextException("%s has no entry %s".formatted(file.source(), name));
    }

    static boolean isTable(String section) {
        return section.matches("(omp|cuda|hip)_offloading_entries.*|llvm_offload_entries.*");
    }

    private static Predicate<EntryTable.Row> named(String name) {
        return switch (name) {
            case "KERNEL" -> row -> row.fields().size() == 0 && row.fields().flags() == 0;
            case "VARIABLE" -> row -> row.fields().size() != 0 && row.fields().flags() == 0;
            case "LINK" -> row -> row.fields().size() != 0 && flags(row) == 1;
            case "REQUIRES" -> row -> flags(row) == 0x10;
            case "INDIRECT" -> row -> flags(row) == 0x8;
            default -> row -> row.name().equals(name);
        };
    }

    private static long flags(EntryTable.Row row) {
        OffloadEntry fields = row.fields();
        return fields.flags();
    }

    private FaultPlace binary(int index, String field) {
        var found = binaries().get(index);
        return FieldTable.OFFLOAD_BINARY.at(carrier(), found.offset(), field);
    }

    private FaultPlace image(FaultWords words) {
        int index = words.number();
        var images = images();
        if (index >= images.size()) {
            throw new FaultTextException(
                    "%s has %d images".formatted(file.source(), images.size()));
        }
        var image = images.get(index);
        if (words.skip(">")) {
            var inner = new ArtifactPlaces(content(image)).find(words);
            return new FaultPlace(carrier(), inner.offset(), inner.width());
        }
        if (words.skip("content")) {
            return new FaultPlace(carrier(), content(image).base(), 1);
        }
        if (words.skip("string")) {
            return string(image, words.next(), words.nextOrEmpty());
        }
        return FieldTable.IMAGE.at(carrier(), image, words.nextOrEmpty());
    }

    /// The string entry of `key`, or the first byte of its value for the field `text`.
    private FaultPlace string(long image, String key, String field) {
        long binary = binaryOf(image);
        long first = binary + number(image + 8);
        for (long i = 0; i < number(image + 16); i++) {
            long entry = first + i * STRING_ENTRY;
            if (cString(binary + number(entry)).equals(key)) {
                return field.equals("text")
                        ? new FaultPlace(carrier(), binary + number(entry + 8), 1)
                        : FieldTable.STRING.at(carrier(), entry, field);
            }
        }
        throw new FaultTextException("%s has no string '%s'".formatted(file.source(), key));
    }

    private String cString(long at) {
        return file.cString(at - file.base(), "text");
    }

    private long number(long at) {
        return file.i64(at - file.base(), "number");
    }

    private long binaryOf(long image) {
        return binaries().stream()
                .mapToLong(OffloadBinary.Located::offset)
                .filter(start -> start <= image)
                .max()
                .orElseThrow();
    }

    /// The offsets of the image entries of all offload binaries, in file order.
    private List<Long> images() {
        var images = new ArrayList<Long>();
        for (var found : binaries()) {
            long first = found.offset() + number(found.offset() + 16);
            IntStream.range(0, found.binary().images().size())
                    .forEach(i -> images.add(first + (long) i * IMAGE_ENTRY));
        }
        return images;
    }

    private ObjectBytes content(long image) {
        long start = binaryOf(image) + number(image + 24);
        return file.window(start - file.base(), number(image + 32), "image");
    }

    /// The device image at `index`, as a file whose offsets are those of the outer file.
    ObjectBytes content(int index) {
        return content(images().get(index));
    }

    private String carrier() {
        return isElf() ? section() : "";
    }

    private boolean isElf() {
        return ElfObject.isElf(file);
    }

    private String section() {
        return elf().object().sections().stream()
                .filter(one -> OffloadBinary.startsIn(one.contents()))
                .findFirst()
                .orElseThrow(
                        () -> new FaultTextException(file.source() + " has no section of images"))
                .name();
    }

    private List<OffloadBinary.Located> binaries() {
        var bytes = isElf() ? elf().object().section(section()).orElseThrow().contents() : file;
        return OffloadBinary.parseAll(bytes);
    }
}
