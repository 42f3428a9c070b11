package org.offloadtck.implementation.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.implementation.lowering.DebugInformation;
import org.offloadtck.object.elf.ElfObject;

/// Compares lowered programs with the objects that clang made of their sources.
final class HostObjectDumpTest {

    @ParameterizedTest
    @CsvSource({
        "globals,  llvm-14, t14.o",
        "indirect, llvm-16, i16.o",
        "indirect, llvm-19, i19.o",
        "indirect, llvm-22, i22.o",
        "dispatch, llvm-16, dispatch16.o",
        "dispatch, llvm-19, dispatch19.o",
        "dispatch, llvm-22, dispatch22.o",
        "declared, llvm-16, declared16.o",
        "declared, llvm-19, declared19.o",
        "declared, llvm-22, declared22.o",
        "declared, llvm-16, declared16g.o",
        "declared, llvm-19, declared19g.o",
        "declared, llvm-22, declared22g.o"
    })
    void nothingDiffers(String program, String profile, String file) {
        assertThat(differences(program, profile, file)).isEmpty();
    }

    /// The optimizer removed a static variable that nothing writes to.
    @ParameterizedTest
    @CsvSource({"llvm-15, t15.o", "llvm-16, t16.o", "llvm-19, t19.o", "llvm-22, t22.o"})
    void aVariableThatIsOptimizedAwayShiftsTheOthers(String profile, String file) {
        assertThat(differences("globals", profile, file))
                .containsExactly(
                        "ours: bytes .data+0x10 05000000070000000000000000000000",
                        "ours: symbol gto binding 1 type 1 DEFAULT at .data+0x14, 4 bytes",
                        "ours: symbol sloc binding 0 type 1 DEFAULT at .data+0x10, 4 bytes",
                        "clang's: bytes .data+0x10 07000000000000000000000000000000",
                        "clang's: symbol gto binding 1 type 1 DEFAULT at .data+0x10, 4 bytes");
    }

    /// The host's own construction of the variables is machine code.
    @ParameterizedTest
    @CsvSource({"llvm-16, lifetimes16.o", "llvm-19, lifetimes19.o", "llvm-22, lifetimes22.o"})
    void theHostsConstructorIsNotLowered(String profile, String file) {
        assertThat(differences("lifetimes", profile, file))
                .containsExactly(
                        "clang's: bytes .init_array+0x0 0000000000000000",
                        "clang's: field .init_array+0x0 relocation 1 to"
                                + " _GLOBAL__sub_I_lifetimes.cpp",
                        "clang's: section .init_array type 0xe flags 0x3 align 8 rows of 0",
                        "clang's: symbol _GLOBAL__sub_I_lifetimes.cpp binding 0 type 2 DEFAULT in"
                                + " .text.startup");
    }

    private static List<String> differences(String program, String profile, String file) {
        var debug = file.endsWith("g.o") ? DebugInformation.FULL : DebugInformation.NONE;
        var ours = HostObjectDump.of(LoweredPrograms.object(program, profile, debug));
        var clangs = HostObjectDump.of(ElfObject.parse(file, Corpus.bytes("objects/" + file)));

        return Stream.concat(
                        only(ours, clangs).map(line -> "ours: " + line),
                        only(clangs, ours).map(line -> "clang's: " + line))
                .toList();
    }

    private static Stream<String> only(List<String> lines, List<String> others) {
        return lines.stream().filter(line -> !others.contains(line));
    }
}
