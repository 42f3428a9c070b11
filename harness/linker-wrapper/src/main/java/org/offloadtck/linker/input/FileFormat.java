package org.offloadtck.linker.input;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.offloadtck.object.bytes.ObjectBytes;

/// What a file is by its first bytes.
///
/// @see "LLVM 22, llvm/lib/BinaryFormat/Magic.cpp, identify_magic"
public enum FileFormat {
    ELF("\u007fELF"),
    ARCHIVE("!<arch>\n"),
    /// An archive that holds its members' paths in place of their bytes.
    THIN_ARCHIVE("!<thin>\n"),
    OFFLOAD_BINARY("\u0010\u00ff\u0010\u00ad"),
    /// Anything else.
    UNKNOWN("");

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

    private boolean begins(ObjectBytes file) {
        int length = magic.length();
        return file.size() >= length
                && magic.equals(
                        new String(file.at(0, length, "magic").toArray(JAVA_BYTE), ISO_8859_1));
    }
}
