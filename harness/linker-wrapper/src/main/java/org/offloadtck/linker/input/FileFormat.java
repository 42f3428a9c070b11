package org.offloadtck.linker.input;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.model.ElfType;

/// The format of a file, by its first bytes.
///
/// @see "LLVM 22, llvm/lib/BinaryFormat/Magic.cpp, identify_magic"
public enum FileFormat {
    ELF("\u007fELF"),
    ARCHIVE("!<arch>\n"),
    /// An archive that contains the paths of its members in place of their bytes.
    THIN_ARCHIVE("!<thin>\n"),
    OFFLOAD_BINARY("\u0010\u00ff\u0010\u00ad"),
    /// Anything else.
    UNKNOWN("");

    /// `e_type`, in bytes from the start of an ELF file. Source: gABI 4.3, ELF Header.
    private static final int ELF_TYPE_OFFSET = 16;

    /// One character for each byte.
    private final String magic;

    FileFormat(String magic) {
        this.magic = magic;
    }

    public static FileFormat of(ObjectBytes file) {
        return Arrays.stream(values())
                .filter(format -> format.begins(file))
                .findFirst()
                .orElseThrow();
    }

    /// Whether `file` is an ELF file of `type`. Only the first bytes are read: the rest of the file
    /// may be damaged.
    public static boolean isElfOf(ElfType type, MemorySegment file) {
        var bytes = ObjectBytes.of("", file);
        return bytes.size() > ELF_TYPE_OFFSET
                && ELF.begins(bytes)
                && file.get(JAVA_BYTE, ELF_TYPE_OFFSET) == type.code();
    }

    private boolean begins(ObjectBytes file) {
        int length = magic.length();
        return file.size() >= length
                && magic.equals(
                        new String(file.at(0, length, "magic").toArray(JAVA_BYTE), ISO_8859_1));
    }
}
