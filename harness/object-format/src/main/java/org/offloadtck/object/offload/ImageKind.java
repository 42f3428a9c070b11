package org.offloadtck.object.offload;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The format of a device image.
///
/// Source of the codes: LLVM 15 to 23, `llvm/include/llvm/Object/OffloadBinary.h`, `enum ImageKind
/// : uint16_t`.
public enum ImageKind {
    NONE(0),
    OBJECT(1),
    BITCODE(2),
    CUBIN(3),
    FATBINARY(4),
    PTX(5),
    /// In the enumeration since LLVM 22.
    SPIRV(6);

    private final int code;

    ImageKind(int code) {
        this.code = code;
    }

    /// The number of this kind in a file.
    public int code() {
        return code;
    }

    /// The kind of a file's code; empty for a code that is newer than this kit.
    public static Optional<ImageKind> of(int code) {
        return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
    }

    /// The kind that the first bytes of `content` show: an ELF file is an object, even if it is
    /// linked, and `BC C0 DE` starts bitcode.
    public static ImageKind ofContent(byte[] content) {
        if (startsWith(content, 0x7f, 'E', 'L', 'F')) {
            return OBJECT;
        }
        return startsWith(content, 'B', 'C', 0xc0, 0xde) ? BITCODE : NONE;
    }

    private static boolean startsWith(byte[] content, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (i == content.length || Byte.toUnsignedInt(content[i]) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /// The name of a file's code in reports: `cubin`, or `unknown(99)`.
    ///
    /// Requirement: OB-06.
    public static String nameOf(int code) {
        return of(code).map(kind -> kind.name().toLowerCase(Locale.ROOT))
                .orElse("unknown(" + code + ")");
    }
}
