package org.offloadtck.linker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SymbolResolutionsTest {

    /// As `llvm-lto2-16 dump-symtab` prints two files.
    private static final String TABLES =
            """
            version: 3
            producer: 16.0.6
            target triple: nvptx64-nvidia-cuda
            source filename: a.cpp
            dependent libraries:
            P--W---X kernel
            DU-----X _Z4halfd
            H--W---- __omp_rtl_debug_kind
            D--W-O-- inlined
            H------- listed
                     section omp_entries
            version: 3
            producer: 16.0.6
            target triple: nvptx64-nvidia-cuda
            source filename: b.cpp
            dependent libraries:
            H------X _Z4halfd
            H--W---- __omp_rtl_debug_kind
            H------- used
            P------- kernel
            """;

    private static List<String> options() {
        return SymbolResolutions.of(
                        List.of(Path.of("a.bc"), Path.of("b.bc")), TABLES, "used"::equals)
                .options();
    }

    @Test
    void keepsWhatTheHostOrAnObjectCanName() {
        assertThat(options())
                .contains("-r=b.bc,used,pxl", "-r=a.bc,listed,pxl", "-r=b.bc,kernel,pxl");
    }

    @Test
    void letsHiddenAndOmittedDefinitionsBeInternalized() {
        assertThat(options())
                .contains("-r=b.bc,_Z4halfd,pl", "-r=a.bc,__omp_rtl_debug_kind,pl")
                .contains("-r=a.bc,inlined,p", "-r=a.bc,_Z4halfd,");
    }

    @Test
    void takesTheStrongDefinitionElseTheFirst() {
        assertThat(options()).contains("-r=a.bc,kernel,l", "-r=b.bc,__omp_rtl_debug_kind,l");
    }

    @Test
    void resolvesEverySymbolOfEveryFile() {
        assertThat(options()).hasSize(9);
    }
}
