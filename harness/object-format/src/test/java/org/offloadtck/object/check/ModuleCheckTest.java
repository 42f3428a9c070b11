package org.offloadtck.object.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.check.report.CheckReportText;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.profile.AbiProfiles;

class ModuleCheckTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    @Test
    void reportsTheKindAndExportsOfAModule() {
        var text = text("device22.s", new String(Corpus.bytes("ir/device22.s"), ISO_8859_1));

        assertThat(text)
                .startsWith(
                        "device22.s: PTX of a device, sm_75\n"
                                + "  agrees with: llvm-18 llvm-19 llvm-20 llvm-21 llvm-22"
                                + " llvm-23\n")
                .contains("\n  export: variable counter, external\n")
                .contains("\n  warning: runtime-left-out at 0x")
                .contains(
                        " __kmpc_target_init, omp_get_thread_num, __kmpc_target_deinit [DC-12]\n");
    }

    @Test
    void reportsTheMismatchesOfAModule() {
        var text = text("host15.ll", new String(Corpus.bytes("ir/host15.ll"), ISO_8859_1));

        assertThat(text)
                .contains("\n  agrees with: llvm-15\n")
                .contains(
                        "\n  not llvm-16: device-module.region-operands is six when it should be"
                                + " seven (omp_offload.info, order 4 at line 197, column 1)\n");
    }

    @Test
    void reportsThePositionOfASyntaxError() {
        assertThat(text("m.ll", "; ModuleID = 'm'\n@a = i8 0\n"))
                .isEqualTo(
                        """
                        m.ll: unreadable
                          error: malformed-file at 0x16: line 2, column 6: a global is neither\
                         global, constant, alias nor ifunc [FO-08]
                        """);
    }

    @Test
    void recognisesNoOtherTextAsAModule() {
        assertThat(CHECK.check("a.c", "int a;\n".getBytes(ISO_8859_1)))
                .isInstanceOf(FileReport.UnknownFormat.class);
    }

    private static String text(String source, String module) {
        return CheckReportText.of(CHECK.check(source, module.getBytes(ISO_8859_1)));
    }
}
