package org.offloadtck.object.check.content;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// The format of a device image, recognised by its first bytes. Linker wrappers and runtimes go by
/// these bytes; the image kind names temporary files.
///
/// Source: LLVM 15 to 23, `llvm/lib/BinaryFormat/Magic.cpp`, `identify_magic`; CUDA,
/// `fatbinary_section.h`; LLVM 19, `clang/lib/Driver/OffloadBundler.cpp`.
enum ImageContent {
    EMPTY("nothing"),
    ELF("an ELF file", 0x7f, 'E', 'L', 'F'),
    BITCODE("bitcode", 'B', 'C', 0xc0, 0xde),
    WRAPPED_BITCODE("bitcode", 0xde, 0xc0, 0x17, 0x0b),
    FAT_BINARY("a fat binary", 0x50, 0xed, 0x55, 0xba),
    BUNDLE("an offload bundle", '_', '_', 'C', 'L', 'A', 'N', 'G', '_', 'O', 'F', 'F'),
    COMPRESSED_BUNDLE("an offload bundle", 'C', 'C', 'O', 'B'),
    OFFLOAD_BINARY("an offload binary", 0x10, 0xff, 0x10, 0xad),
    SPIRV("SPIR-V", 0x03, 0x02, 0x23, 0x07),
    PTX("PTX"),
    UNKNOWN("of no known format");

    /// Start of a directive that PTX text begins with, after comments.
    private static final String FIRST_DIRECTIVE = ".version";

    private final String text;
    private final int[] magic;

    ImageContent(String text, int... magic) {
        this.text = text;
        this.magic = magic;
    }

    String text() {
        return text;
    }

    static ImageContent of(MemorySegment image) {
        if (image.byteSize() == 0) {
            return EMPTY;
        }
        for (var content : values()) {
            if (content.magic.length > 0 && content.begins(image)) {
                return content;
            }
        }
        return PtxModuleText.of(image).startsWith(FIRST_DIRECTIVE) ? PTX : UNKNOWN;
    }

    private boolean begins(MemorySegment image) {
        if (image.byteSize() < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if (Byte.toUnsignedInt(image.get(JAVA_BYTE, i)) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
