package org.offloadtck.object.check;

import java.util.Arrays;
import java.util.Optional;
import org.offloadtck.object.bytes.ObjectBytes;

/// A format of offloading artifacts for which no profile has values.
///
/// Sources: Microsoft, *PE Format*, "COFF File Header" and "MS-DOS Stub"; LLVM 19,
/// `llvm/include/llvm/BinaryFormat/COFF.h` (`BigObjHeader`) and `MachO.h` (`MH_MAGIC`,
/// `FAT_MAGIC`); LLVM, *Bitcode File Format*, "Magic Numbers" and "Bitcode Wrapper Format".
///
/// Requirement: OC-09.
enum UnsupportedFormat {
    COFF_OBJECT("a COFF object", Reason.COFF),
    PE_IMAGE("a PE executable or library", Reason.COFF),
    MACH_O("a Mach-O file", Reason.MACH_O),
    BITCODE("LLVM bitcode", Reason.BITCODE);

    private static final int COFF_HEADER = 20;
    private static final int COFF_SECTION = 40;

    /// `IMAGE_FILE_MACHINE_I386`, `_ARMNT`, `_AMD64`, `_ARM64`.
    private static final int[] COFF_MACHINES = {0x14c, 0x1c4, 0x8664, 0xaa64};

    /// `MH_MAGIC` and `MH_MAGIC_64` in both byte orders, read little-endian.
    private static final long[] MACH_O_MAGICS = {
        0xfeedfaceL, 0xcefaedfeL, 0xfeedfacfL, 0xcffaedfeL
    };

    /// `FAT_MAGIC`, big-endian in the file. Java class files start with the same bytes; their
    /// version, 45 or more, lies where a universal file has its number of architectures.
    private static final long FAT_MAGIC = 0xbebafecaL;

    private static final int LEAST_CLASS_VERSION = 45;

    /// `BC C0 DE`, and the wrapper around bitcode, read little-endian.
    private static final long[] BITCODE_MAGICS = {0xdec04342L, 0x0b17c0deL};

    private final String what;
    private final String why;

    UnsupportedFormat(String what, String why) {
        this.what = what;
        this.why = why;
    }

    /// The reason why a format is not checked.
    private static final class Reason {
        static final String COFF =
                "the profiles have the section names and types of ELF; COFF distinguishes"
                        + " sections by name alone and splits each in three parts";
        static final String MACH_O =
                "the profiles have the section names and types of ELF; Mach-O has its sections in"
                        + " segments";
        static final String BITCODE =
                "images in it are constants of a module, which the kit does not read";

        private Reason() {}
    }

    String what() {
        return what;
    }

    String why() {
        return why;
    }

    /// The format whose magic the file starts with.
    static Optional<UnsupportedFormat> of(ObjectBytes file) {
        if (file.size() < Long.BYTES) {
            return Optional.empty();
        }
        long magic = file.u32(0, "magic");
        if (contains(BITCODE_MAGICS, magic)) {
            return Optional.of(BITCODE);
        }
        if (contains(MACH_O_MAGICS, magic) || isUniversal(file, magic)) {
            return Optional.of(MACH_O);
        }
        if (isPe(file)) {
            return Optional.of(PE_IMAGE);
        }
        return isCoff(file) ? Optional.of(COFF_OBJECT) : Optional.empty();
    }

    private static boolean contains(long[] magics, long magic) {
        return Arrays.stream(magics).anyMatch(one -> one == magic);
    }

    private static boolean isUniversal(ObjectBytes file, long magic) {
        long count = Integer.reverseBytes((int) file.u32(4, "number of architectures"));
        return magic == FAT_MAGIC && count > 0 && count < LEAST_CLASS_VERSION;
    }

    /// Whether the file has `MZ` and, at the offset in the stub, `PE`.
    private static boolean isPe(ObjectBytes file) {
        if (file.u16(0, "magic") != 0x5a4d || file.size() < 64) {
            return false;
        }
        long header = file.u32(60, "e_lfanew");
        return header <= file.size() - Integer.BYTES && file.u32(header, "signature") == 0x4550;
    }

    /// Whether the file has a known machine, no optional header and room for the sections; or is a
    /// large object, whose first fields are 0 and 0xffff.
    private static boolean isCoff(ObjectBytes file) {
        if (file.size() < COFF_HEADER) {
            return false;
        }
        int machine = file.u16(0, "Machine");
        int sections = file.u16(2, "NumberOfSections");
        if (machine == 0 && sections == 0xffff) {
            return isKnown(file.u16(6, "Machine"));
        }
        return isKnown(machine)
                && file.u16(16, "SizeOfOptionalHeader") == 0
                && COFF_HEADER + (long) sections * COFF_SECTION <= file.size();
    }

    private static boolean isKnown(int machine) {
        return Arrays.stream(COFF_MACHINES).anyMatch(one -> one == machine);
    }
}
