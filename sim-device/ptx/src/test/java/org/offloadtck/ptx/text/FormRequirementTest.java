package org.offloadtck.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.ptx.ir.Instruction.Operation;

/// The kit rejects a form of an instruction for a release and an architecture where `ptxas` of CUDA
/// 13.0 does, in the same words.
class FormRequirementTest {

    private static final List<String> TARGETS = List.of("60", "70", "80", "90");

    /// The first release of PTX with each of these architectures (PTX ISA 9.0, *Release Notes*).
    private static final List<String> FIRST = List.of("6.0", "6.0", "7.0", "7.8");

    private static final List<String> RELEASES =
            List.of(
                    "6.0", "6.5", "7.0", "7.1", "7.4", "7.5", "7.6", "7.8", "8.0", "8.2", "8.3",
                    "8.6", "9.0");

    private static List<String> problems(String release, String target, String form) {
        var module =
                PtxParser.parse(
                        "a.ptx",
                        """
                        .version %s
                        .target sm_%s
                        .address_size 64
                        .visible .entry k() {
                        .reg .b32 a, b, c; .reg .b64 A, state; .reg .pred p, q;
                        .shared .align 16 .b64 bar;
                        %s
                        }
                        """
                                .formatted(release, target, form));
        return module.functions().getFirst().body().instructions().stream()
                .map(Operation.class::cast)
                .flatMap(operation -> FormRequirement.unmet(operation, module).stream())
                .map(FormRequirement::problem)
                .toList();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "forms-by-release.tsv", delimiter = '\t')
    void aFormIsRejectedWherePtxasRejectsIt(
            String form, String sm60, String sm70, String sm80, String sm90) {
        var releases = List.of(sm60, sm70, sm80, sm90);
        for (int t = 0; t < TARGETS.size(); t++) {
            int first = RELEASES.indexOf(releases.get(t));
            for (int r = RELEASES.indexOf(FIRST.get(t)); r < RELEASES.size(); r++) {
                assertThat(problems(RELEASES.get(r), TARGETS.get(t), form).isEmpty())
                        .as("accepted for %s and sm_%s", RELEASES.get(r), TARGETS.get(t))
                        .isEqualTo(first >= 0 && r >= first);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "wgmma.fence.sync.aligned;",
                "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {a, b}, A, A, p, 1, -1, 0, 1;",
                "setmaxnreg.dec.sync.aligned.u32 40;",
            })
    void instructionsOfHopperAreForItsArchitecture(String form) {
        assertThat(problems("8.0", "90a", form)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "6.0 | 60 | elect.sync a&p, 1; | Feature 'elect' requires PTX ISA .version 8.0 or"
                        + " later; Feature 'elect' requires .target sm_90 or higher",
                "7.0 | 80 | mbarrier.test_wait.parity.shared.b64 p, [bar], 1; | Feature"
                        + " 'mbarrier.test_wait.parity' requires PTX ISA .version 7.1 or later",
                "8.0 | 80 | mbarrier.arrive.shared.b64 state, [bar], 2; | Feature 'mbarrier.arrive"
                        + " with count argument and without '.noComplete' modifier' requires .target"
                        + " sm_90 or higher",
                "8.0 | 90 | mbarrier.arrive.relaxed.cta.shared.b64 state, [bar]; | Modifier"
                        + " '.relaxed' on 'mbarrier.arrive' requires PTX ISA .version 8.6 or later",
                "7.7 | 80 | mbarrier.arrive_drop.shared::cluster.b64 _, [bar]; | Feature"
                        + " '.shared::cluster' requires PTX ISA .version 8.0 or later; Feature"
                        + " '.shared::cluster' requires .target sm_90 or higher; Feature"
                        + " '::cluster' requires PTX ISA .version 7.8 or later; Feature"
                        + " '::cluster' requires .target sm_90 or higher",
                "7.7 | 80 | mapa.shared::cluster.u32 a, b, 0; | Feature 'mapa' requires PTX ISA .version"
                        + " 7.8 or later; Feature 'mapa' requires .target sm_90 or higher; Feature"
                        + " '::cluster' requires PTX ISA .version 7.8 or later; Feature"
                        + " '::cluster' requires .target sm_90 or higher",
                "7.0 | 80 | barrier.cluster.arrive.relaxed.aligned; | Feature 'barrier.cluster.arrive'"
                        + " requires PTX ISA .version 7.8 or later; Feature"
                        + " 'barrier.cluster.arrive' requires .target sm_90 or higher; Modifier"
                        + " '.relaxed' on 'barrier.cluster.arrive' requires PTX ISA .version 8.0 or"
                        + " later",
                "7.8 | 90 | barrier.cluster.wait.acquire; | Modifier '.acquire' on"
                        + " 'barrier.cluster.wait' requires PTX ISA .version 8.0 or later",
                "6.0 | 60 | griddepcontrol.wait; | Modifier '.wait' requires .target sm_90 or higher;"
                        + " Modifier '.wait' requires PTX ISA .version 7.8 or later; Feature"
                        + " 'griddepcontrol' requires PTX ISA .version 7.8 or later; Instruction"
                        + " 'griddepcontrol' requires .target sm_90 or higher",
                "6.0 | 60 | fence.proxy.async; | Modifier '.async' requires .target sm_90 or higher;"
                        + " Modifier '.async' requires PTX ISA .version 8.0 or later; Feature"
                        + " 'fence.proxy' requires PTX ISA .version 7.5 or later; Feature"
                        + " 'fence.proxy' requires .target sm_70 or higher",
                "6.0 | 60 | lop3.or.b32 a&p, b, c, b, 254, q; | Instruction 'lop3.<BoolOp>' requires"
                        + " .target sm_70 or higher; Feature 'lop3.<BoolOp>' requires PTX ISA .version"
                        + " 8.2 or later",
                "7.0 | 80 | mov.u32 a, %reserved_smem_offset_cap; | Feature"
                        + " '%reserved_smem_offset_cap' requires PTX ISA .version 7.6 or later",
                "8.0 | 60 | ld.mmio.relaxed.sys.b32 a, [A]; | Feature '.mmio' requires PTX ISA .version"
                        + " 8.2 or later; Feature '.mmio' requires .target sm_70 or higher; Feature"
                        + " '.relaxed' requires .target sm_70 or higher",
                "7.8 | 80 | prefetch.tensormap [A]; | Modifier '.tensormap' requires .target sm_90 or"
                        + " higher; Modifier '.tensormap' requires PTX ISA .version 8.0 or later",
                "6.0 | 60 | membar.proxy.alias; | Modifier '.alias' requires PTX ISA .version 7.5 or"
                        + " later; Feature 'membar.proxy' requires PTX ISA .version 7.5 or later",
                "7.0 | 75 | mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {a, a}, {a, a}, {a,"
                        + " a}, {a, a}, a, 0; | Feature 'Sparse MMA' requires PTX ISA .version 7.1"
                        + " or later; Feature 'Sparse MMA' requires .target sm_80 or higher",
                "8.4 | 80 | mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {a,"
                        + " a}, {a, a}, {a, a}, {a, a}, a, 0; | Feature '.sp::ordered_metadata'"
                        + " requires PTX ISA .version 8.5 or later",
                "8.0 | 90 | wgmma.fence.sync.aligned; | Instruction 'wgmma.fence' not supported on"
                        + " .target 'sm_90'",
                "8.0 | 90 | wgmma.wait_group.sync.aligned 1; | Instruction 'wgmma.wait_group' not"
                        + " supported on .target 'sm_90'",
                "8.6 | 100a | wgmma.commit_group.sync.aligned; | Instruction 'wgmma.commit_group' not"
                        + " supported on .target 'sm_100a'",
                "8.0 | 90 | setmaxnreg.inc.sync.aligned.u32 64; | Instruction 'setmaxnreg' not"
                        + " supported on .target 'sm_90'",
                "7.0 | 80 | ld.shared::cta.b32 a, [bar]; | Feature '::cta' requires PTX ISA .version"
                        + " 7.8 or later",
            })
    void theWordsAreThoseOfPtxas(String release, String target, String form, String problems) {
        assertThat(problems(release, target, form.replace('&', '|')))
                .isEqualTo(Stream.of(problems.split("; ")).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tcgen05.alloc.cta_group::1.sync.aligned.b32 [A], 32; | tcgen05.alloc",
                "tcgen05.ld.sync.aligned.32x32b.x1.b32 {a}, [b]; | tcgen05.ld",
                "tcgen05.mma.cta_group::2.kind::f16 [a], A, A, b, p; | tcgen05.mma",
                "tcgen05.wait::ld.sync.aligned; | tcgen05.wait",
                "tcgen05.cp.cta_group::1.128x256b [a], A; | tcgen05.cp",
            })
    void tensorMemoryIsOfSomeArchitecturesAndTheirFamilies(String form, String name) {
        for (String target : List.of("100a", "100f", "103a", "110f")) {
            assertThat(problems("9.0", target, form)).isEmpty();
        }
        assertThat(problems("8.5", "100a", form))
                .contains("Feature '%s' requires PTX ISA .version 8.6 or later".formatted(name));
        for (String target : List.of("90a", "100", "120a")) {
            assertThat(problems("9.0", target, form))
                    .contains(
                            "Instruction '%s' not supported on .target 'sm_%s'"
                                    .formatted(name, target));
        }
    }

    @Test
    void partsOfTensorMemoryAreOfFewerArchitectures() {
        String shift = "tcgen05.shift.cta_group::1.down [a];";
        String integers = "tcgen05.mma.cta_group::1.kind::i8 [a], A, A, b, p;";
        String scaled = "tcgen05.mma.cta_group::1.kind::f16 [a], A, A, b, p, 3;";

        assertThat(problems("9.0", "100f", shift))
                .containsExactly("Instruction 'tcgen05.shift' not supported on .target 'sm_100f'");
        assertThat(problems("9.0", "103a", integers))
                .containsExactly("Feature '.kind::i8' not supported on .target 'sm_103a'");
        assertThat(problems("9.0", "110f", scaled))
                .containsExactly(
                        "Feature 'argument scale-inp-d-imm' not supported on .target 'sm_110f'");
        assertThat(problems("9.0", "100f", scaled)).isEmpty();
    }
}
