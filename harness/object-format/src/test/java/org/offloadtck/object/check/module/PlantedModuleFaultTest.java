package org.offloadtck.object.check.module;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.Finding;
import org.offloadtck.object.check.rule.ModuleRule;
import org.offloadtck.object.check.rule.Severity;
import org.offloadtck.object.ir.SampleModules;
import org.offloadtck.object.profile.AbiProfiles;

/// One change each in modules that releases compiled. `K` stands for the name of the kernel.
class PlantedModuleFaultTest {

    private static final ArtifactCheck CHECK = new ArtifactCheck(AbiProfiles.load());

    private static final String KERNEL = "__omp_offloading_fe00_2227b9__Z6regioniPFiiE_l26";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "host22.ll; i32 0, ptr @counter, ptr @.offloading.entry_name.1, i64 4; i32 0, ptr @counter, ptr @.offloading.entry_name.1, i64 8; variable-size; size 8 when it should have 4",
                "host22.ll; i32 0, ptr @counter, ptr @.offloading.entry_name.1, i64 4; i32 0, ptr @counter, ptr @.offloading.entry_name.1, i64 0; variable-size; size 0 when it should have 4",
                "host22.ll; ptr @.offloading.entry_name.4, i64 0; ptr @.offloading.entry_name.4, i64 90; entry-form; size 90 when it should have 0",
                "host22.ll; ptr @shared_decl_tgt_ref_ptr, ptr @.offloading.entry_name, i64 8; ptr @shared_decl_tgt_ref_ptr, ptr @.offloading.entry_name, i64 4; variable-size; size 4 when it should have 8",
                "host22.ll; i32 0, ptr @counter, ptr; i32 0, ptr @table, ptr; entry-form; address table when it should have that of counter",
                "host22.ll; i32 0, ptr @counter, ptr; i32 0, ptr null, ptr; entry-form; address null when it should have that of counter",
                "host22.ll; i32 0, ptr @.K.region_id; i32 0, ptr @counter; entry-form; address counter when it should have that of .K.region_id",
                "host22.ll; c\"counter\\00\"; c\"counted\\00\"; entry-form; name 'counted' when it should have its own",
                "host22.ll; i32 8, ptr @_Z4nexti; i32 0, ptr @_Z4nexti; entry-form; flags 0x0 when its row in omp_offload.info demands 0x8",
                "host22.ll; i32 1, ptr @shared_decl; i32 0, ptr @shared_decl; entry-form; flags 0x0 when its row in omp_offload.info demands 0x1",
                "host22.ll; i64 4, i64 0, ptr null }, section \"llvm_offload_entries\"; i64 4, i64 0, ptr null }, section \"llvm_offload_entry\"; entry-form; in section llvm_offload_entry when",
                "host22.ll; i64 4, i64 0, ptr null }, section \"llvm_offload_entries\"; i64 4, i64 0, ptr null }; entry-form; in no section when",
                "host22.ll; @.offloading.entry.counter =; @.dropped.counter =; row-without-entry; counter has no offload entry",
                "host22.ll; @.offloading.entry.K =; @.dropped =; row-without-entry; K has no offload entry",
                "host22.ll; !omp_offload.info = !{!0, !1, !2, !3, !4, !5}; !omp_offload.info = !{!0, !1, !2, !3, !5}; entry-without-row; counter has no row",
                "host22.ll; !omp_offload.info = !{!0, !1, !2, !3, !4, !5}; !omp_offload.info = !{!1, !2, !3, !4, !5}; entry-without-row; K has no row",
                "host22.ll; !\"counter\", i32 0, i32 1}; !\"counter\", i32 0, i32 3}; row-order; order 3 of table when it should have its own",
                "host22.ll; !\"counter\", i32 0, i32 1}; !\"counter\", i32 0, i32 6}; row-order; order 6 when it should be below 6",
                "host22.ll; !\"counter\", i32 0, i32 1}; !\"table\", i32 0, i32 1}; row-order; the row of table occurs again",
                "host22.ll; n8:16:32:64-S128; n8:16:32:64-S64; unknown-value; data-layout.x86-64",
                "host16.ll; i64 4, i32 0, i32 0 }; i64 5, i32 0, i32 0 }; variable-size; size 5 when it should have 4",
                "host16.ll; i64 0, i32 2, i32 0 }; i64 0, i32 0, i32 0 }; entry-form; flags 0x0 when its row in omp_offload.info demands 0x2",
                "host16.ll; section \"omp_offloading_entries\"; section \"llvm_offload_entries\"; no-profile; entries.section",
                "device22.ll; i8 1, i8 0, i8 1, i32 1; i8 1, i8 0, i8 7, i32 1; kernel-metadata; mode 7 when it should be from 0 to 3",
                "device22.ll; i32 1, i32 128, i32 -1; i32 256, i32 128, i32 -1; kernel-metadata; minimum of 256 threads when it should be at most the maximum of 128",
                "device22.ll; K_kernel_environment = weak_odr; K_environment = weak_odr; kernel-metadata-missing; neither K_exec_mode nor",
                "device22.ll; K_kernel_environment = weak_odr protected; K_kernel_environment = internal; kernel-metadata-missing; is internal when it should be exported",
                "device22.ll; init(ptr nonnull @K_kernel_environment; init(ptr nonnull @other; kernel-metadata; passes other to",
                "device22.ll; (ptr noalias noundef %0, ptr noundef nonnull align 4 dereferenceable(4) %1, i64; (ptr noundef nonnull align 4 dereferenceable(4) %1, i64; kernel-parameters; 3 parameters when the host launches it with 3 and dyn_ptr",
                "device22.ll; i64 noundef %2, ptr noundef %3); i64 noundef %2); kernel-parameters; 3 parameters when the host launches it with 3 and dyn_ptr",
                "device22.ll; @counter = protected local_unnamed_addr global i32; @counter = protected local_unnamed_addr global i64; variable-size; counter has 8 bytes when it should have the 4 of the host",
                "device22.ll; %struct.Table = type { i32 }; %struct.Table = type { i32, i64 }; variable-size; table has 16 bytes when it should have the 4 of the host",
                "device22.ll; e-p6:32:32; e-p:32:32; unknown-value; data-layout.nvptx64",
                "device16.ll; K_exec_mode = weak protected constant i8 1; K_exec_mode = weak protected constant i8 0; kernel-metadata; mode 0 when it should be from 1 to 3",
                "device16.ll; K_exec_mode = weak protected constant i8 1; K_exec_mode = weak protected constant i8 2; kernel-metadata; passes mode 1 to __kmpc_target_init when its execution mode is 2",
                "device16.ll; K_exec_mode = weak protected constant i8 1; K_exec_mode = weak protected constant i32 1; kernel-metadata; 4 bytes when it should have 1",
                "device16.ll; K_exec_mode = weak; K_mode = weak; kernel-metadata-missing; neither K_exec_mode nor",
                "device16.ll; i64 noundef %1, ptr noundef %2); i64 noundef %1, ptr noundef %2, ptr noundef %3); kernel-parameters; 4 parameters when the host launches it with 3",
                "device22.s; {4295032833,; {4295491585,; kernel-metadata; mode 8 when",
                "device22.s; K_kernel_environment[6]; K_kernel[6]; kernel-metadata-missing; neither K_exec_mode nor",
                "device22.s; .weak .entry K(; .weak .func K(; wrong-export; is a function when it should be a kernel",
                "device22.s; .target sm_75; .target sm_90; none; ",
                "device22.s; .target sm_75; .target sm_100; ptx-target; .version is 7.8 when the target sm_100 needs 8.6",
                "device22.s; .target sm_75; .target gfx90a; ptx-target; .target is 'gfx90a' when",
                "device22.s; .target sm_75; ; ptx-target; .target is '' when",
                "device22.s; .version 7.8; .version x; ptx-target; .version is 'x' when",
                "device22.s; .visible .global .align 4 .u32 counter; .visible .global .align 8 .u64 counter; variable-size; counter has 8 bytes when it should have the 4 of the host",
                "host22.ll; @.offloading.entry.K =; @.dropped =; launch-without-entry; region K is launched without an offload entry",
                "host16.ll; entries\", align 1; entries\", align 64; entry-form; has alignment 64 when it should divide the 32 bytes",
                "host22.ll; entries\", align 8; entries\", align 64; entry-form; has alignment 64 when it should divide the 56 bytes",
                "device19.ll; \"nvptx64-nvidia-cuda\"; \"nvptx65-nvidia-cuda\"; module-triple; architecture is 'nvptx65'",
                "device16.ll; target triple = \"nvptx64-nvidia-cuda\"; ; module-triple; states no triple when",
                "device22.s; .address_size 64; .address_size 32; ptx-address-size; .address_size is '32' when it should be 64",
                "device22.s; .address_size 64; ; ptx-address-size; .address_size is '' when",
                "device22.s; .version 7.8; ; ptx-target; .version is '' when",
                "device16.s; .u8 K_exec_mode = 1; .u8 K_mode = 1; kernel-metadata-missing; neither K_exec_mode nor",
                "device16.s; K_exec_mode = 1; K_exec_mode = 9; kernel-metadata; mode 9 when it should be from 1 to 3"
            })
    void isFound(String file, String own, String other, String rule, String problem) {
        var text = SampleModules.text(file);
        var sound = own.strip().replace("K", KERNEL);
        if (!rule.equals("none")) {
            assertThat(text).contains(sound);
        }
        var planted = text.replace(sound, other == null ? "" : other.strip().replace("K", KERNEL));

        assertThat(errors(file, planted))
                .filteredOn(finding -> finding.rule().id().equals(rule))
                .extracting(Finding::problem)
                .satisfies(problems -> {
                    if (rule.equals("none")) {
                        assertThat(problems).isEmpty();
                    } else {
                        assertThat(problems)
                                .anyMatch(one -> one.contains(problem.replace("K", KERNEL)));
                    }
                });
    }

    private static List<Finding> errors(String file, String text) {
        var check =
                file.startsWith("device")
                        ? CHECK.withHostModule(
                                SampleModules.sample(
                                        file.replaceFirst("device(..).*", "host$1.ll")))
                        : CHECK;
        return check.check(file, text.getBytes(ISO_8859_1)).findings().stream()
                .filter(finding -> finding.rule().severity() == Severity.ERROR)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "host22.ll, .offloading.entry.counter, i64 4, i64 9, variable-size",
        "device22.ll, counter, global i32 7, global i64 7, variable-size"
    })
    void namesLineColumnAndOffset(
            String file, String symbol, String own, String other, String rule) {
        var text = SampleModules.text(file);
        int line = text.indexOf("@" + symbol + " =");
        var planted = text.substring(0, line) + text.substring(line).replaceFirst(own, other);
        int number = (int) text.substring(0, line).lines().count() + 1;

        assertThat(errors(file, planted))
                .filteredOn(finding -> finding.rule().id().equals(rule))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.offset()).isEqualTo(line);
                    assertThat(finding.problem())
                            .startsWith("line %d, column 1: ".formatted(number));
                });
    }

    @Test
    void findsALibraryFunctionThatNoDeviceLinkDefines() {
        var text =
                SampleModules.text("device16.s")
                        .replace(".address_size 64", ".address_size 64\n.extern .func __nv_sinf;");

        assertThat(errors("device16.s", text))
                .extracting(Finding::rule)
                .containsExactly(ModuleRule.RUNTIME_INCOMPLETE);
    }

    @ParameterizedTest
    @CsvSource({"device19.ll, true", "device22.ll, true", "device16.ll, false"})
    void findsALostDynamicPointerWithoutTheHost(String file, boolean hasPointer) {
        var text = SampleModules.text(file).replace("(ptr noalias noundef %0, ", "(");
        var findings = CHECK.check(file, text.getBytes(ISO_8859_1)).findings();

        assertThat(
                        findings.stream()
                                .anyMatch(found -> found.rule() == ModuleRule.KERNEL_PARAMETERS))
                .isEqualTo(hasPointer);
    }

    @ParameterizedTest
    @CsvSource({"device22.s, 0.5", "device22.s, 0.9", "device16.s, 0.7", "device22.ll, 0.4"})
    void rejectsAModuleThatIsCut(String file, double part) {
        var text = SampleModules.text(file);
        var planted = text.substring(0, (int) (text.length() * part));
        var report = CHECK.check(file, planted.getBytes(ISO_8859_1));

        assertThat(report.findings())
                .anyMatch(finding -> finding.rule().severity() == Severity.ERROR);
        assertThat(report).isInstanceOfAny(FileReport.Unreadable.class, FileReport.Module.class);
    }

    @ParameterizedTest
    @CsvSource({
        "host16.ll, device19.ll, true",
        "host16.ll, device22.s, true",
        "host19.ll, device16.ll, true",
        "host22.ll, device15.ll, true",
        "host16.ll, device16.s, false",
        "host19.ll, device22.ll, false",
        "host22.ll, device22.gfx90a.ll, false"
    })
    void findsSidesOfReleasesThatLaunchOtherwise(String host, String device, boolean mixed) {
        var check = CHECK.withHostModule(SampleModules.sample(host));
        var report = check.check(device, SampleModules.text(device).getBytes(ISO_8859_1));

        assertThat(
                        report.findings().stream()
                                .anyMatch(finding -> finding.rule().id().equals("other-launch")))
                .isEqualTo(mixed);
    }

    @ParameterizedTest
    @CsvSource({
        "device22.s, .weak .entry, kernel",
        "device22.ll, define weak, kernel",
        "host22.ll, !2 =, is not defined when it should be"
    })
    void findsWhatIsCutAwayBetweenLines(String file, String cut, String problem) {
        var text = SampleModules.text(file);
        var report = CHECK.check(file, text.substring(0, text.indexOf(cut)).getBytes(ISO_8859_1));

        assertThat(report.findings())
                .filteredOn(finding -> finding.rule().severity() == Severity.ERROR)
                .extracting(Finding::problem)
                .anyMatch(one -> one.contains(problem));
    }
}
