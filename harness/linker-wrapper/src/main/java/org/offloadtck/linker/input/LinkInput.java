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

    /// The name of the file in diagnostics; of an archive's member, `libx.a(y.o)`.
    String source();

    /// An ELF object that the host linker links.
    record Relocatable(ElfObject elf) implements LinkInput {
        @Override
        public String source() {
            return elf.source();
        }
    }

    /// An ELF file that is already linked: an executable, a shared object, or a file of another
    /// type.
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

    /// An archive whose members are all linked, as after `--whole-archive`.
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

    /// A file of any other format. It is no error until a linker needs the file.
    record Unknown(String source, ObjectBytes bytes) implements LinkInput {}

    /// Reads an input of a device linker as a host linker would.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException as [#read]
    static LinkInput of(DeviceLinker.Input input) {
        return read(input.source(), input.bytes().toArray(JAVA_BYTE));
    }

    /// Reads a file of any format. A thin archive is rejected, because its members cannot be found.
    ///
    /// @throws org.offloadtck.object.bytes.MalformedObjectException if the file begins like a known
    ///   format and breaks it
    static LinkInput read(String source, byte[] bytes) {
        return read(source, bytes, _ -> Optional.empty());
    }

    /// Reads a file of any format.
    ///
    /// @param files returns the bytes of a thin archive's member, given its path relative to the
    ///   archive's directory
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

    /// Reads a file that is no archive. Linkers do not look into an archive inside an archive.
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
