package org.offloadtck.object.check.together;

import java.util.Optional;
import java.util.regex.Pattern;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;

/// An offload runtime, a shared library called `libomptarget.so.RELEASE`.
///
/// @param source the file
/// @param abi what the runtime expects of programs
record LibomptargetFile(String source, AbiProfile abi) {

    /// Source: `DT_SONAME` of Debian's libraries, `libomptarget.so.15` to `libomptarget.so.22.1`.
    private static final Pattern SONAME = Pattern.compile("libomptarget\\.so\\.(\\d+)(\\.\\d+)*");

    /// The numbering of the profiles of LLVM's releases.
    private static final String LLVM = "llvm-";

    /// `DT_SONAME`, and the size of an `Elf64_Dyn` in bytes. Source: System V ABI, "Dynamic
    /// Section".
    private static final long NAME = 14;

    private static final int ROW = 16;

    /// The runtime in a file; empty if the file is something else, or of a release without a
    /// profile.
    static Optional<LibomptargetFile> of(ObjectBytes file, AbiProfiles profiles) {
        if (!ElfObject.isElf(file)) {
            return Optional.empty();
        }
        try {
            return name(ElfObject.parse(file))
                    .map(SONAME::matcher)
                    .filter(name -> name.matches())
                    .map(name -> LLVM + name.group(1))
                    .filter(profiles.ids()::contains)
                    .map(id -> new LibomptargetFile(file.source(), profiles.profile(id)));
        } catch (MalformedObjectException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> name(ElfObject library) {
        for (var section : library.sections(SectionType.DYNAMIC)) {
            var rows = section.contents();
            if (section.link() >= library.sections().size()) {
                return Optional.empty();
            }
            var names = library.sections().get(section.link()).contents();
            for (long at = 0; at + ROW <= rows.size(); at += ROW) {
                if (rows.i64(at, "d_tag") == NAME) {
                    return Optional.of(names.cString(rows.u64(at + Long.BYTES, "d_val"), "name"));
                }
            }
        }
        return Optional.empty();
    }
}
