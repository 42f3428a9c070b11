package org.offloadtck.object.pack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfSectionTable;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.offload.OffloadBinary;

/// Finds offload binaries: the whole file, sections of it, or sections of an archive's members.
public final class OffloadBinaryFinder {

    private OffloadBinaryFinder() {}

    /// The parts of a file that consist of offload binaries, in file order; empty if there are
    /// none.
    ///
    /// @param files returns the bytes of a thin archive's member
    /// @throws MalformedObjectException if the file breaks its format
    public static List<ObjectBytes> find(
            String source, byte[] bytes, Function<String, Optional<byte[]>> files) {
        if (!Archive.isArchive(bytes)) {
            return find(ObjectBytes.of(source, bytes));
        }
        var found = new ArrayList<ObjectBytes>();
        for (var member : Archive.parse(source, bytes, files).members()) {
            found.addAll(find(member.contents()));
        }
        return found;
    }

    private static List<ObjectBytes> find(ObjectBytes file) {
        if (OffloadBinary.startsIn(file)) {
            return List.of(file);
        }
        return ElfSectionTable.isElf(file)
                ? ElfSectionTable.parse(file).sections().stream()
                        .map(Section::contents)
                        .filter(OffloadBinary::startsIn)
                        .toList()
                : List.of();
    }
}
