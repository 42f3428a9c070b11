package org.offloadtck.object.check.content;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/// The format of a device image, recognised by its first bytes. Linker wrappers and runtimes go by
/// these bytes; the image kind names temporary files.
///
/// Source: LLVM 15 to 23, `llvm/lib/BinaryFormat/Magic.cpp`, `identify_magic`; CUDA,
/// `fatbinary_section.h`; LLVM 19, `clang/lib/Driver/OffloadBundler.cpp`.
enum ImageContent {
    EMPTY("nothing", ""),
    ELF("an ELF file", "\u007fELF"),
    BITCODE("bitcode", "BC\u00c0\u00de"),
    WRAPPED_BITCODE("bitcode", "\u00de\u00c0\u0017\u000b"),
    FAT_BINARY("a fat binary", "P\u00edU\u00ba"),
    BUNDLE("an offload bundle", "__CLANG_OFFLOAD_BUNDLE__"),
    COMPRESSED_BUNDLE("an offload bundle", "CCOB"),
    OFFLOAD_BINARY("an offload binary", "\u0010\u00ff\u0010\u00ad"),
    SPIRV("SPIR-V", "\u0003\u0002#\u0007"),
    PTX("PTX", ""),
    UNKNOWN("of no known format", "");

    /// Start of a directive that PTX text begins with, after comments.
    private static final String FIRST_DIRECTIVE = ".version";

    private final String text;
    private final String magic;

    /// @param magic a character for each byte; empty if the format has none
    ImageContent(String text, String magic) {
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
            if (!content.magic.isEmpty() && content.begins(image)) {
                return content;
            }
        }
        return PtxModuleText.of(image).startsWith(FIRST_DIRECTIVE) ? PTX : UNKNOWN;
    }

    private boolean begins(MemorySegment image) {
        if (image.byteSize() < magic.length()) {
            return false;
        }
        for (int i = 0; i < magic.length(); i++) {
            if (Byte.toUnsignedInt(image.get(JAVA_BYTE, i)) != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
