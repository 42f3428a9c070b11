package org.offloadtck.scenario.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.build.ElfEditor;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.scenario.fault.FaultEdit.Append;
import org.offloadtck.scenario.fault.FaultEdit.InImage;
import org.offloadtck.scenario.fault.FaultEdit.RemoveLines;
import org.offloadtck.scenario.fault.FaultEdit.RemovePointer;
import org.offloadtck.scenario.fault.FaultEdit.RemoveSection;
import org.offloadtck.scenario.fault.FaultEdit.RenameSection;
import org.offloadtck.scenario.fault.FaultEdit.RenameSymbol;
import org.offloadtck.scenario.fault.FaultEdit.Repack;
import org.offloadtck.scenario.fault.FaultEdit.ReplaceText;
import org.offloadtck.scenario.fault.FaultEdit.SetField;
import org.offloadtck.scenario.fault.FaultEdit.Truncate;

/// Applies edits to the bytes of a file.
final class FaultEditor {

    private final String source;

    FaultEditor(String source) {
        this.source = source;
    }

    /// The edited bytes.
    ///
    /// @throws FaultTextException if the file does not have the place, or no byte changes
    byte[] apply(FaultEdit edit, byte[] bytes) {
        var edited =
                switch (edit) {
                    case SetField set -> set(set, bytes);
                    case InImage(int image, FaultEdit inner) -> inImage(image, inner, bytes);
                    case Repack repack -> new ImagePacker(source, bytes).repacked(repack);
                    case RenameSection(var from, var to) ->
                            elf(bytes, editor -> editor.renameSections(from, to));
                    case RemoveSection(var name) ->
                            elf(bytes, editor -> editor.removeSections(name));
                    case RenameSymbol(var from, var to) ->
                            elf(bytes, editor -> editor.renameSymbols(from, to));
                    case RemovePointer(var place) ->
                            ArtifactPlaces.of(source, bytes).withoutPointer(place, bytes);
                    case ReplaceText(var from, var to) ->
                            text(bytes).replace(from, to.replace("\\n", "\n")).getBytes(ISO_8859_1);
                    case RemoveLines(var text) -> withoutLines(text, bytes);
                    case Truncate(int size) ->
                            Arrays.copyOf(bytes, size < 0 ? bytes.length + size : size);
                    case Append(var file) -> joined(bytes, Corpus.bytes(file));
                };
        if (Arrays.equals(bytes, edited)) {
            throw new FaultTextException("%s: %s changes nothing".formatted(source, edit));
        }
        return edited;
    }

    private byte[] set(SetField set, byte[] bytes) {
        var place = ArtifactPlaces.of(source, bytes).find(set.place());
        long value = value(set.value(), bytes);
        long old = place.read(bytes);
        return place.write(
                bytes,
                switch (set.operator()) {
                    case SET -> value;
                    case ADD -> old + value;
                    case TOGGLE -> old ^ value;
                });
    }

    /// A number, the index of a symbol or section (`#symbol NAME`), or the value of another place.
    private long value(String text, byte[] bytes) {
        var places = ArtifactPlaces.of(source, bytes);
        if (text.matches("-?(0x)?[0-9a-fA-F]+")) {
            return text.startsWith("0x")
                    ? Long.parseUnsignedLong(text.substring(2), 16)
                    : Long.decode(text);
        }
        if (text.startsWith("#symbol ")) {
            return places.elf().symbolIndex(text.substring("#symbol ".length()));
        }
        if (text.startsWith("#section ")) {
            return places.elf().index(text.substring("#section ".length()));
        }
        return places.find(text).read(bytes);
    }

    private byte[] inImage(int image, FaultEdit edit, byte[] bytes) {
        var content = ArtifactPlaces.of(source, bytes).content(image);
        var inner = apply(edit, content.toByteArray());
        return new ImagePacker(source, bytes).withContent(image, inner);
    }

    private byte[] elf(byte[] bytes, UnaryOperator<ElfEditor> change) {
        return change.apply(ElfEditor.of(ElfObject.parse(source, bytes))).toObject().write();
    }

    private static byte[] withoutLines(String wanted, byte[] bytes) {
        return text(bytes)
                .lines()
                .filter(line -> !line.contains(wanted))
                .collect(Collectors.joining("\n", "", "\n"))
                .getBytes(ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, ISO_8859_1);
    }

    static byte[] joined(byte[] one, byte[] other) {
        var both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    /// Writes the offload binaries of a file again with another image.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record ImagePacker(String source, byte[] bytes) {

        byte[] withContent(int index, byte[] content) {
            return packed(index, image -> List.of(with(image, content)));
        }

        byte[] repacked(Repack repack) {
            return packed(repack.image(), image -> images(repack, image));
        }

        private List<Image> images(Repack repack, Image image) {
            return switch (repack.verb()) {
                case "repeated" -> List.of(image, image);
                case "removed" -> List.of();
                case "with" -> List.of(withString(image, repack.key(), repack.value()));
                case "without" -> List.of(withoutString(image, repack.key()));
                case "content" -> List.of(with(image, content(repack)));
                case "cut" ->
                        List.of(
                                with(
                                        image,
                                        Arrays.copyOf(
                                                image.toByteArray(),
                                                Integer.decode(repack.key()))));
                default -> throw new FaultTextException("no verb " + repack.verb());
            };
        }

        private static byte[] content(Repack repack) {
            if (repack.key().isEmpty()) {
                return new byte[0];
            }
            return repack.value().isEmpty()
                    ? Corpus.bytes(repack.key())
                    : ArtifactPlaces.of(repack.key(), Corpus.bytes(repack.key()))
                            .content(Integer.parseInt(repack.value()))
                            .toByteArray();
        }

        private static Image with(Image image, byte[] content) {
            return new Image(
                    image.kindCode(),
                    image.offloadKindCode(),
                    image.flags(),
                    image.strings(),
                    java.lang.foreign.MemorySegment.ofArray(content));
        }

        private static Image withString(Image image, String key, String value) {
            var strings = new LinkedHashMap<>(image.strings());
            strings.put(key, value);
            return withStrings(image, strings);
        }

        private static Image withoutString(Image image, String key) {
            var strings = new LinkedHashMap<>(image.strings());
            strings.remove(key);
            return withStrings(image, strings);
        }

        private static Image withStrings(Image image, LinkedHashMap<String, String> strings) {
            return new Image(
                    image.kindCode(),
                    image.offloadKindCode(),
                    image.flags(),
                    strings,
                    image.bytes());
        }

        private byte[] packed(int wanted, java.util.function.Function<Image, List<Image>> change) {
            var file = ObjectBytes.of(source, bytes);
            if (!ElfObject.isElf(file)) {
                return changed(file, wanted, change);
            }
            var object = ElfObject.parse(file);
            var sections = object.sections();
            for (int index = 0; index < sections.size(); index++) {
                var section = sections.get(index);
                if (OffloadBinary.startsIn(section.contents())) {
                    var replaced = section.withBytes(changed(section.contents(), wanted, change));
                    return ElfEditor.of(object).replaceSection(index, replaced).toObject().write();
                }
            }
            throw new FaultTextException(source + " has no section of images");
        }

        private static byte[] changed(
                ObjectBytes carrier,
                int wanted,
                java.util.function.Function<Image, List<Image>> change) {
            var binaries = new ArrayList<OffloadBinary>();
            int seen = 0;
            for (var found : OffloadBinary.parseAll(carrier)) {
                var version = found.binary().version();
                var images = new ArrayList<Image>();
                for (var image : found.binary().images()) {
                    images.addAll(seen == wanted ? change.apply(image) : List.of(image));
                    seen++;
                }
                switch (version) {
                    case V1 ->
                            images.forEach(image ->
                                    binaries.add(new OffloadBinary(version, List.of(image))));
                    case V2 -> binaries.add(new OffloadBinary(version, images));
                }
            }
            return OffloadBinary.writeAll(binaries);
        }
    }
}
