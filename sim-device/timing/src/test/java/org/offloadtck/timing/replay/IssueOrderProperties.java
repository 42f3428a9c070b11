package org.offloadtck.timing.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.load.ProgramLoader;
import org.offloadtck.engine.memory.GlobalMemory;
import org.offloadtck.engine.program.LoadedProgram;
import org.offloadtck.ptx.text.PtxParser;
import org.offloadtck.timing.WarpState;
import org.offloadtck.timing.figures.TimedDevice;
import org.offloadtck.timing.memory.SecondLevelCache;
import org.offloadtck.timing.memory.TrafficCounters;
import org.offloadtck.timing.replay.MultiprocessorReplay.IssueOrder;
import org.offloadtck.timing.trace.CtaTrace;
import org.offloadtck.timing.trace.TraceBudget;

/// A replay that lets schedulers issue ahead of each other has the outcome of one that does not,
/// and so have one that is profiled and one that several threads share.
class IssueOrderProperties {

    private static final String PLAIN =
            """
            mov.u32 %r1, %r2;
            add.u32 %r3, %r1, %r2;
            fma.rn.f32 %f1, %f2, %f3, %f1;
            ld.global.u32 %r4, [%rd1];
            add.u32 %r5, %r4, 1;
            div.rn.f32 %f4, %f1, %f2;
            mul.wide.u32 %rd2, %r5, %r3;
            ld.volatile.global.u32 %r6, [%rd1];
            mov.u32 %r7, %r6;
            st.global.u32 [%rd1], %r7;
            mul.lo.u64 %rd3, %rd2, %rd2;
            sqrt.approx.f32 %f5, %f4;
            ld.shared.u32 %r8, [%r9];
            shl.b32 %r9, %r8, 2;
            atom.global.add.u32 %r10, [%rd1], %r9;
            sin.approx.f32 %f6, %f5;
            setp.eq.u32 %p1, %r10, %r1;
            selp.u32 %r11, %r10, %r9, %p1;
            """;
    private static final String WITH_DOUBLES =
            PLAIN
                    + """
                    fma.rn.f64 %d1, %d2, %d3, %d1;
                    add.f64 %d4, %d1, %d1;
                    cvt.rn.f64.u32 %d5, %r1;
                    mul.f64 %d2, %d5, %d5;
                    """;

    /// Number of CTAs from which on several multiprocessors run in several windows.
    private static final int SEVERAL = 40;

    private static final LoadedProgram PLAIN_PROGRAM = program(PLAIN);
    private static final LoadedProgram PROGRAM_WITH_DOUBLES = program(WITH_DOUBLES);

    private static LoadedProgram program(String body) {
        var ptx =
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry k()
                {
                .reg .pred %%p<2>;
                .reg .b32 %%r<12>;
                .reg .b64 %%rd<4>;
                .reg .f32 %%f<7>;
                .reg .f64 %%d<6>;
                %s
                ret;
                }
                """
                        .formatted(body);
        return ProgramLoader.load(
                PtxParser.parse("timed.ptx", ptx),
                GlobalMemory.ofCapacity(1 << 20, Arena.ofAuto()));
    }

    @Property(tries = 80, seed = "31")
    void theOutcomeIsThatOfIssuingInTurn(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 2) int device,
            @ForAll boolean withDoubles,
            @ForAll @IntRange(min = 1, max = 300) int ctas)
            throws InterruptedException {
        var image = withDoubles ? PROGRAM_WITH_DOUBLES : PLAIN_PROGRAM;
        var timed =
                TimedDevice.of(
                        DeviceSpec.named(List.of("t4", "a100", "h200").get(device)).orElseThrow());
        var costs = new InstructionCosts(image, timed);
        var traces = new RandomTraces(seed, costs, image.code().instructions().size()).ctas(ctas);

        var inTurn = replayed(costs, traces, alone(timed, IssueOrder.IN_TURN, IssueProfile.OFF));
        assertThat(replayed(costs, traces, alone(timed, IssueOrder.AHEAD, IssueProfile.OFF)))
                .isEqualTo(inTurn);

        var profile = new IssueProfile(image.code().instructions().size());
        assertThat(replayed(costs, traces, alone(timed, IssueOrder.AHEAD, profile)))
                .isEqualTo(inTurn);
        assertThat(inTurn).contains("ISSUE=%d,".formatted(issues(image, profile)));

        var helped = new HelpedTeam(1 + ctas % 3, ctas % 2);
        var layout = layout(timed, IssueOrder.AHEAD, IssueProfile.OFF, helped.team());
        assertThat(replayed(new InstructionCosts(image, timed), traces, layout)).isEqualTo(inTurn);
        helped.end();
        if (ctas >= SEVERAL) {
            assertThat(helped.team().shared()).isPositive();
        }
    }

    @Property(tries = 30, seed = "47")
    void theOutcomeOfClustersIsThatOfIssuingInTurn(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 16) int size,
            @ForAll @IntRange(min = 1, max = 40) int clusters)
            throws InterruptedException {
        var timed = TimedDevice.of(DeviceSpec.named("h200").orElseThrow());
        var costs = new InstructionCosts(PLAIN_PROGRAM, timed);
        int count = PLAIN_PROGRAM.code().instructions().size();
        var traces = new RandomTraces(seed, costs, count).clusters(clusters, size);

        var inTurn =
                replayed(costs, traces, size, alone(timed, IssueOrder.IN_TURN, IssueProfile.OFF));
        assertThat(replayed(costs, traces, size, alone(timed, IssueOrder.AHEAD, IssueProfile.OFF)))
                .isEqualTo(inTurn);

        var helped = new HelpedTeam(2);
        var layout = layout(timed, IssueOrder.AHEAD, IssueProfile.OFF, helped.team());
        assertThat(replayed(new InstructionCosts(PLAIN_PROGRAM, timed), traces, size, layout))
                .isEqualTo(inTurn);
        helped.end();
    }

    private static long issues(LoadedProgram image, IssueProfile profile) {
        return IntStream.range(0, image.code().instructions().size())
                .mapToLong(pc -> profile.cycles(pc).getOrDefault(WarpState.SELECTED, 0L))
                .sum();
    }

    private static MultiprocessorReplay.Layout alone(
            TimedDevice device, IssueOrder order, IssueProfile profile) {
        return layout(device, order, profile, new ReplayTeam());
    }

    private static MultiprocessorReplay.Layout layout(
            TimedDevice device, IssueOrder order, IssueProfile profile, ReplayTeam team) {
        return new MultiprocessorReplay.Layout(
                device,
                1 << 12,
                new SecondLevelCache(device),
                new TrafficCounters(),
                order,
                profile,
                team);
    }

    private static String replayed(
            InstructionCosts costs, List<CtaTrace> traces, MultiprocessorReplay.Layout layout) {
        return replayed(costs, traces, 1, layout);
    }

    private static String replayed(
            InstructionCosts costs,
            List<CtaTrace> traces,
            int cluster,
            MultiprocessorReplay.Layout layout) {
        var replay =
                new GridReplay(
                        costs,
                        layout,
                        new GridReplay.Extents(traces.size(), 3, cluster),
                        new TraceBudget(1L << 30));
        for (int i = 0; i < traces.size(); i++) {
            replay.ended(i, traces.get(i));
        }
        assertThat(replay.hasEnded()).isTrue();
        return "%s %s %s %d"
                .formatted(
                        replay.finish(),
                        replay.timeline(),
                        layout.traffic().snapshot(),
                        replay.residentWarps());
    }
}
