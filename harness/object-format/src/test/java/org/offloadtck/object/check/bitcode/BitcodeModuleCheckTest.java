package org.offloadtck.object.check.bitcode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.bitcode.BitcodeFile;
import org.offloadtck.object.bitcode.BitcodeGlobal;
import org.offloadtck.object.bitcode.BitcodeGlobal.Kind;
import org.offloadtck.object.bitcode.BitcodeGlobal.Presence;
import org.offloadtck.object.bitcode.BitcodeModule;
import org.offloadtck.object.bitcode.BitcodeModule.Text;
import org.offloadtck.object.bitcode.BitcodeSymbol;
import org.offloadtck.object.check.bitcode.BitcodeImageCheck.OpenedBitcode;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.elf.model.SymbolVisibility;
import org.offloadtck.object.ir.Linkage;
import org.offloadtck.object.offload.OffloadBinary.Target;

/// Modules with one fault each. The consequences are those that `clang-linker-wrapper` 16, 19 and
/// 22 and programs on the emulated GPU showed.
class BitcodeModuleCheckTest {

    private static final String NVPTX_LAYOUT = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

    private static final long HIDDEN = 1;
    private static final long UNDEFINED = 1 << 3;
    private static final long GLOBAL = 1 << 10;

    private static BitcodeModule module(long epoch, String triple, String layout) {
        return module(epoch, triple, layout, List.of());
    }

    private static BitcodeModule module(
            long epoch, String triple, String layout, List<String> processors) {
        var kernel =
                new BitcodeGlobal(
                        "kernel",
                        Kind.KERNEL,
                        Linkage.WEAK_ODR,
                        SymbolVisibility.PROTECTED,
                        Presence.DEFINED,
                        0,
                        -1,
                        40);
        return new BitcodeModule(
                "LLVM19.1.7",
                epoch,
                new Text(triple, 20),
                new Text(layout, 30),
                "a.c",
                processors,
                List.of(kernel),
                10);
    }

    private static List<String> rules(
            String stated, BitcodeModule module, List<List<BitcodeSymbol>> tables) {
        return rules(new Target(stated, ""), module, tables);
    }

    private static List<String> rules(
            Target stated, BitcodeModule module, List<List<BitcodeSymbol>> tables) {
        var observations = new Observations();
        var file = new BitcodeFile(List.of(module), tables);
        new BitcodeModuleCheck(observations, ".llvm.offloading")
                .read(new OpenedBitcode(file, ".llvm.offloading", stated, 0));
        return observations.findings().stream()
                .map(Finding::rule)
                .map(rule -> rule.severity() + " " + rule.id())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "nvptx64-nvidia-cuda, nvptx64-nvidia-cuda",
        "nvptx64-nvidia-cuda, nvptx64",
        "nvptx64, nvptx64-nvidia-cuda",
        "nvptx64-nvidia-cuda, ''"
    })
    void findsNothingInTriplesThatLink(String stated, String own) {
        assertThat(rules(stated, module(0, own, NVPTX_LAYOUT), List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "nvptx64-nvidia-cuda, nvptx-nvidia-cuda, e-p:32:32-i64:64",
        "amdgcn-amd-amdhsa, '', e-p:64:64-A5",
        "amdgcn-amd-amdhsa, amdgcn-amd-amdpal, e-p:64:64-A5",
        "nvptx64-nvidia-cuda, x86_64-pc-linux-gnu, e-m:e-i64:64"
    })
    void findsOtherTriples(String stated, String own, String layout) {
        assertThat(rules(stated, module(0, own, layout), List.of()))
                .containsExactly("ERROR bitcode-for-other-target");
    }

    @ParameterizedTest
    @CsvSource({
        "nvptx64-nvidia-cuda, e-p:32:32-i64:64, WARNING data-layout-of-other-target",
        "nvptx64-nvidia-cuda, E-i64:64, WARNING data-layout-of-other-target",
        "nvptx64-nvidia-cuda, '', ERROR no-data-layout",
        "amdgcn-amd-amdhsa, e-p:32:32-A5, ERROR pointers-of-other-target",
        "amdgcn-amd-amdhsa, e-p:64:64, WARNING data-layout-of-other-target"
    })
    void findsOtherDataLayouts(String triple, String layout, String finding) {
        assertThat(rules(triple, module(0, triple, layout), List.of())).containsExactly(finding);
    }

    @ParameterizedTest
    @CsvSource({
        "amdgcn-amd-amdhsa, gfx1030, gfx908, WARNING compiled-for-other-processor",
        "amdgcn-amd-amdhsa, gfx908:xnack+, gfx908,",
        "amdgcn-amd-amdhsa, generic, gfx908,",
        "nvptx64-nvidia-cuda, sm_75, sm_70,"
    })
    void findsFunctionsOfAnotherProcessor(
            String triple, String arch, String processor, String finding) {
        var layout = triple.startsWith("amd") ? "e-p:64:64-A5" : NVPTX_LAYOUT;
        var module = module(0, triple, layout, List.of(processor));

        assertThat(rules(new Target(triple, arch), module, List.of()))
                .isEqualTo(finding == null ? List.of() : List.of(finding));
    }

    @Test
    void findsAnotherEpoch() {
        assertThat(rules("nvptx64", module(1, "nvptx64", NVPTX_LAYOUT), List.of()))
                .containsExactly("ERROR unknown-epoch");
    }

    @Test
    void findsASymbolTableThatDiffers() {
        var module = module(0, "nvptx64", NVPTX_LAYOUT);

        assertThat(rules("nvptx64", module, kernel(GLOBAL))).isEmpty();
        for (long flags : new long[] {GLOBAL | UNDEFINED, GLOBAL | HIDDEN, 0}) {
            assertThat(rules("nvptx64", module, kernel(flags)))
                    .containsExactly("ERROR symbol-table-differs");
        }
        assertThat(rules("nvptx64", module, List.of(List.of())))
                .containsExactly("ERROR symbol-table-differs");
    }

    private static List<List<BitcodeSymbol>> kernel(long flags) {
        return List.of(List.of(new BitcodeSymbol("kernel", flags)));
    }
}
