package org.offloadtck.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.engine.fixture.OpenMpLaunch;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.ptx.ir.PtxModule;
import org.offloadtck.ptx.link.PtxLinker;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.ptx.text.PtxPrinter;

/// Programs of two units, and stack memory, with all checks on.
class CheckedUnitsTest {

    private static PtxModule unit(String release, String name) {
        String path = "ptx/units/%s_%s.O2g.sm75.ptx".formatted(release, name);
        return PtxParser.parse(name + ".ptx", Corpus.text(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"omp", "omp19"})
    void allChecksFindNothingInTwoUnits(String release) {
        var findings = new ArrayList<KernelFinding>();
        var program =
                PtxLinker.link(
                        "program",
                        List.of(unit(release, "caller"), unit(release, "callee")),
                        Set.of("vprintf", "malloc", "free"));
        var machine = CheckedLaunch.device("program", PtxPrinter.print(program), findings::add);

        new OpenMpLaunch(machine).run(2, 32, 100L, machine.allocate("r", 4L * 100));
        machine.end();

        assertThat(findings).isEmpty();
    }

    @Test
    void whatWasThereBeforeIsNotWhatWasSet() {
        String twice =
                """
                stacksave.u64 %rd5;
                alloca.u64 %rd1, 32; st.local.u32 [%rd1], 1; ld.local.u32 %r1, [%rd1];
                setp.eq.u32 %p1, %r1, 1; @%p1 bra next;
                next: stackrestore.u64 %rd5;
                alloca.u64 %rd1, 32; ld.local.u32 %r1, [%rd1];
                setp.eq.u32 %p1, %r1, 1; @%p1 bra end;
                end:
                """;
        var findings = new ArrayList<KernelFinding>();
        var machine =
                CheckedLaunch.device("stack.ptx", TestDevice.kernel("", twice), findings::add);

        machine.words(32);

        assertThat(findings)
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.kind()).isEqualTo(KernelFinding.Kind.UNINITIALISED));
    }
}
