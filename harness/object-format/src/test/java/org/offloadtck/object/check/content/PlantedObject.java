package org.offloadtck.object.check.content;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.profile.AbiProfiles;

/// A real object with one fault planted in its section of offload binaries or in its image. The
/// offsets below are in that section, whose first binary has version 1.
final class PlantedObject {

    static final int IMAGE_KIND = 32;
    static final int OFFLOAD_KIND = 34;

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private PlantedObject() {}

    /// The findings of the object with its section changed in place.
    static List<String> changed(String file, Consumer<ByteBuffer> change) {
        var bytes = Corpus.bytes("objects/" + file);
        var section = section(ElfObject.parse(file, bytes));
        change.accept(
                ByteBuffer.wrap(
                                bytes,
                                Math.toIntExact(section.contents().base()),
                                Math.toIntExact(section.size()))
                        .slice()
                        .order(ByteOrder.LITTLE_ENDIAN));
        return rules(bytes);
    }

    /// The findings of the object with its first image changed in place.
    static List<String> withImage(String file, Consumer<ByteBuffer> change) {
        return changed(
                file,
                section -> {
                    int start = Math.toIntExact(section.getLong(56));
                    int size = Math.toIntExact(section.getLong(64));
                    change.accept(section.slice(start, size).order(ByteOrder.LITTLE_ENDIAN));
                });
    }

    /// The findings of a file with the object's binaries replaced, without the host object.
    static List<String> repacked(String file, UnaryOperator<List<OffloadBinary>> change) {
        var section = section(ElfObject.parse(file, Corpus.bytes("objects/" + file)));
        var binaries =
                OffloadBinary.parseAll(ObjectBytes.of(file, section.bytes())).stream()
                        .map(OffloadBinary.Located::binary)
                        .toList();
        return rules(OffloadBinary.writeAll(change.apply(binaries)));
    }

    /// The rows of the symbol table of an image whose symbol has that name or begins with it.
    static void eachSymbol(ByteBuffer image, SectionType type, String name, SymbolChange change) {
        var bytes = new byte[image.limit()];
        image.get(0, bytes);
        var object = ElfObject.parse("image", bytes);
        var table = object.sections(type).getFirst();
        var symbols = type.equals(SectionType.DYNSYM) ? object.dynamicSymbols() : object.symbols();
        for (int index = 0; index < symbols.size(); index++) {
            if (symbols.get(index).name().startsWith(name)) {
                change.apply(image, Math.toIntExact(table.contents().base()) + 24 * index);
            }
        }
    }

    /// A change of the row of a symbol at an offset in the image.
    interface SymbolChange {
        void apply(ByteBuffer image, int row);
    }

    static List<String> rules(byte[] file) {
        return CHECK.check("planted", file).findings().stream().map(PlantedObject::text).toList();
    }

    private static String text(Finding finding) {
        return finding.rule().id();
    }

    private static Section section(ElfObject object) {
        return object.sections(SectionType.LLVM_OFFLOADING).getFirst();
    }
}
