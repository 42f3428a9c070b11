package org.offloadtck.object.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.offloadtck.object.elf.build.ElfAssembler;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;

/// Small archives with known bytes.
final class ArchiveSamples {

    static final String LONG_NAME = "a_name_too_long_for_a_header.txt";

    private ArchiveSamples() {}

    /// An object that defines a variable.
    static byte[] object(String variable) {
        var object = new ElfAssembler(ElfMachine.X86_64);
        object.section(".data", SectionType.PROGBITS, SectionFlag.mask(SectionFlag.ALLOC), 1)
                .define(SymbolDefinition.global(variable, 1))
                .u8(7);
        return object.assemble(variable).write();
    }

    static List<ArchiveMember> members() {
        return List.of(
                ArchiveMember.of("x.o", object("x")),
                ArchiveMember.of(LONG_NAME, "odd".getBytes(UTF_8)),
                ArchiveMember.of("y.o", object("y")));
    }

    /// Two text members, one of them of an odd size and with a long name.
    static byte[] texts() {
        return """
        !<arch>
        //                                              34        `
        a_name_too_long_for_a_header.txt/
        short/          0           0     0     644     2         `
        hi/0              0           0     0     644     3         `
        odd
        """
                .getBytes(UTF_8);
    }

    /// A thin archive of `x.o` and of a file whose name is long.
    static byte[] thin() {
        return """
        !<thin>
        //                                              40        `
        x.o/
        a_name_too_long_for_a_header.txt/

        /0              0           0     0     644     2         `
        /5              0           0     0     644     3         `
        """
                .getBytes(UTF_8);
    }

    /// A BSD archive: the long name comes first in the member.
    static byte[] bsd() {
        return ("!<arch>\n"
                        + "#1/20           0           0     0     644     24        `\n"
                        + "seventeen_letters\0\0\0"
                        + "data")
                .getBytes(UTF_8);
    }
}
