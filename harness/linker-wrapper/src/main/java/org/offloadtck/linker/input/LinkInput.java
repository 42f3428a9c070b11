package org.offloadtck.linker.input;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.plugin.image.DeviceLinker;

/// A file on the link line.
///
/// @see "LLVM 22, llvm/lib/BinaryFormat/Magic.cpp, identify_magic"
public sealed interface LinkInput {

    /// Names the file in diagnostics; for an archive's member `libx.a(y.o)`.
    String source();

    /// An ELF object the host linker links.
    record Relocatable(ElfObject elf) implements LinkInput {
        @Override
        public String source() {
            return elf.source();
        }
    }

    /// An ELF executable or shared object, or a file of a type of its own: linked already.
    record Linked(ElfObject elf) implements LinkInput {
        @Override
        public String source() {
            return elf.source();
        }
    }

    /// An archive.
    ///
    /// @param members in archive order
    record ArchiveFile(String source, List<LinkInput> members) implements LinkInput {

        public ArchiveFile {
            members = List.copyOf(members);
        }

        /// The members that are relocatable objects.
        public List<ElfObject> objects() {
            var objects = new ArrayList<ElfObject>();
            for (LinkInput member : members) {
                if (member instanceof Relocatable(var elf)) {
                    objects.add(elf);
                }
            }
            return objects;
        }
    }

    /// An archive all of whose members are linked, as after `--whole-archive`.
    record WholeArchive(ArchiveFile archive) implements LinkInput {
        @Override
        public String source() {
            return archive.source();
        }
    }

    /// A file of offload binaries, as the packager writes them.
    record OffloadBinaryFile(String source, List<OffloadBinary.Located> binaries)
            implements LinkInput {
        public OffloadBinaryFile {
            binaries = List.copyOf(binaries);
        }
    }

    /// A file of any other format. A link passes it over until somebody needs it.
    record Unknown(String source, ObjectBytes bytes) implements LinkInput {}

    /// Reads what a device linker is given, as a host linker would.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException as [#read]
    static LinkInput of(DeviceLinker.Input input) {
        return read(input.source(), input.bytes().toArray(JAVA_BYTE));
    }

    /// Reads a file of whatever format. A thin archive is refused: nothing is known of the files
    /// around it.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the file begins like a known
    ///   format and breaks it
    static LinkInput read(String source, byte[] bytes) {
        return read(source, bytes, _ -> Optional.empty());
    }

    /// Reads a file of whatever format.
    ///
    /// @param files yields the bytes of a thin archive's member, whose path counts from the folder
    ///   of the archive
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the file begins like a known
    ///   format and breaks it, or `files` lacks a member
    static LinkInput read(String source, byte[] bytes, Function<String, Optional<byte[]>> files) {
        var file = ObjectBytes.of(source, bytes);
        return switch (FileFormat.of(file)) {
            case ARCHIVE, THIN_ARCHIVE -> read(source, Archive.parse(source, bytes, files));
            case ELF, OFFLOAD_BINARY, UNKNOWN -> read(file);
        };
    }

    private static ArchiveFile read(String source, Archive archive) {
        return new ArchiveFile(
                source, archive.members().stream().map(member -> read(member.contents())).toList());
    }

    /// A file that is no archive; an archive inside one is of no format a linker looks into.
    private static LinkInput read(ObjectBytes file) {
        return switch (FileFormat.of(file)) {
            case ELF -> read(ElfObject.parse(file));
            case OFFLOAD_BINARY ->
                    new OffloadBinaryFile(file.source(), OffloadBinary.parseAll(file));
            case ARCHIVE, THIN_ARCHIVE, UNKNOWN -> new Unknown(file.source(), file);
        };
    }

    private static LinkInput read(ElfObject elf) {
        return elf.header().type().equals(ElfType.RELOCATABLE)
                ? new Relocatable(elf)
                : new Linked(elf);
    }
}
