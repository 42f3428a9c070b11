package org.offloadtck.checks.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.checks.finding.Defect.DataRace;
import org.offloadtck.checks.finding.Defect.DataRace.Speculation;
import org.offloadtck.checks.finding.KernelFinding.Kind;
import org.offloadtck.checks.finding.KernelFinding.Site;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.ptx.text.PtxParser;

/// Which findings are reported again, and which are not.
final class FindingLogTest {

    private static final RacingAccess STORE = new RacingAccess(RacingAccess.Type.STORE, 4);
    private static final RacingAccess LOAD = new RacingAccess(RacingAccess.Type.LOAD, 4);

    private final List<KernelFinding> findings = new ArrayList<>();
    private final LoadedProgram image =
            ProgramLoader.load(
                    PtxParser.parse(
                            "test.ptx",
                            """
                            .version 7.0
                            .target sm_75
                            .address_size 64
                            .shared .align 4 .b8 s[4];
                            .visible .entry k()
                            {
                            .reg .b32 %r<2>;
                            st.shared.u32 [s], 1;
                            ld.shared.u32 %r1, [s];
                            ret;
                            }
                            """),
                    GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()));
    private final Symbolizer symbolizer =
            new Symbolizer(
                    image,
                    image.functions().getFirst(),
                    LaunchShape.of(1, 64),
                    new FindingLog(findings::add));

    private Site site(RacingAccess access, int warp, int pc) {
        return symbolizer.site(new ThreadAction.Access(access), warp, 0, pc);
    }

    private static DataRace race(RacingAccess access, RacingAccess other) {
        return new DataRace(access, other, new MemoryLocation.Unallocated(0), Speculation.NONE);
    }

    @Test
    void aDefectIsDeterminedOnlyForTheFirstFindingOfItsPlaces() {
        var determined = new ArrayList<Defect>();
        for (int n = 0; n < 3; n++) {
            symbolizer.report(
                    Kind.RACE,
                    List.of(site(LOAD, 1, 1), site(STORE, 0, 0)),
                    () -> {
                        var defect = race(LOAD, STORE);
                        determined.add(defect);
                        return defect;
                    });
        }

        assertThat(findings).hasSize(1);
        assertThat(determined).hasSize(1);
    }

    @Test
    void bothOrdersOfARaceAreOneFinding() {
        symbolizer.report(race(LOAD, STORE), List.of(site(LOAD, 1, 1), site(STORE, 0, 0)));
        symbolizer.report(race(STORE, LOAD), List.of(site(STORE, 1, 0), site(LOAD, 0, 1)));

        assertThat(findings).hasSize(1);
    }

    @Test
    void racesOfOtherInstructionsAreFindingsOfTheirOwn() {
        symbolizer.report(race(LOAD, STORE), List.of(site(LOAD, 1, 1), site(STORE, 0, 0)));
        symbolizer.report(race(STORE, STORE), List.of(site(STORE, 1, 0), site(STORE, 0, 0)));

        assertThat(findings).hasSize(2);
    }
}
