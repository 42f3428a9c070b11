package org.offloadtck.launch.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.checks.Check;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.checks.suppression.Suppressions;
import org.offloadtck.engine.device.Occupancy;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.launch.LaunchProgressListener;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.WarpTurns;
import org.offloadtck.launch.budget.KernelBudgets;
import org.offloadtck.launch.simulate.LaunchRequest.KernelSelection;
import org.offloadtck.launch.simulate.SimulationOptions.Timed;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.timing.CycleUse;

/// The schema that other tools read `simulate --json` by.
class SimulationSchemaTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String KERNEL =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .file 1 "k.cu"
            .visible .entry k(.param .u64 x)
            {
            .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %rd<3>;
            .loc 1 7 3
            ld.param.u64 %rd1, [x];
            mov.u32 %r1, %ctaid.x;
            mad.wide.u32 %rd2, %r1, 4, %rd1;
            ld.global.u32 %r2, [%rd1];
            setp.eq.u32 %p, %r2, 9;
            @%p st.global.u32 [%rd2], 1;
            st.global.u32 [%rd2], %r1;
            ret;
            }
            """;

    private static final KernelBudgets BUDGETS =
            KernelBudgets.parse(
                    "budgets.yaml",
                    """
                    - {kernel: k, device: t4, metric: warp-instructions, reference: 1, source: a}
                    - {kernel: k, device: t4, metric: cycles, reference: 1, source: b}
                    """);

    /// A launch of two CTAs on an uninitialised buffer of so many words.
    private static JsonNode json(int words, Timed timed, Check... checks) throws IOException {
        return json(Suppressions.NONE, words, timed, checks);
    }

    private static JsonNode json(Suppressions suppressions, int words, Timed timed, Check... checks)
            throws IOException {
        return json(
                words,
                new SimulationOptions(
                        DeviceSelection.Oldest.OLDEST,
                        Set.of(checks),
                        suppressions,
                        timed,
                        1,
                        1,
                        WarpTurns.LONG));
    }

    private static JsonNode json(int words, SimulationOptions options) throws IOException {
        var buffer =
                new KernelArgument.Buffer(
                        new KernelArgument.BufferName.Stated("x"),
                        PtxType.U32,
                        words,
                        KernelArgument.Contents.Uninitialised.UNINITIALISED);
        var request =
                new LaunchRequest(
                        new KernelSelection.Named("k"),
                        Extent3D.of(2),
                        Extent3D.of(1),
                        0,
                        List.of(buffer),
                        List.of());
        try (var lifetime = Arena.ofShared()) {
            var simulation =
                    Simulation.prepare(
                            List.of(new PtxFile("k.ptx", KERNEL)), request, options, lifetime);
            var report = simulation.run(LaunchProgressListener.NONE);
            var judged = BUDGETS.judge(report.device(), List.of(report.figures()));
            return JSON.readTree(report.json(judged));
        }
    }

    static Stream<JsonNode> shapes() throws IOException {
        return Stream.of(
                json(2, Timed.NO),
                json(2, Timed.YES),
                json(1, Timed.YES),
                json(2, Timed.YES, Check.values()),
                repeated(2, Timed.YES),
                repeated(2, Timed.NO),
                repeated(1, Timed.YES));
    }

    /// Three launches, if the first one ends.
    private static JsonNode repeated(int words, Timed timed) throws IOException {
        return json(
                words,
                new SimulationOptions(
                        DeviceSelection.Oldest.OLDEST,
                        Set.of(),
                        Suppressions.NONE,
                        timed,
                        3,
                        1,
                        WarpTurns.LONG));
    }

    @Test
    void repeatedLaunchesAreReportedOneByOne() throws IOException {
        var document = repeated(2, Timed.YES);

        var first = document.at("/earlier/0/timing");
        assertThat(document.at("/earlier")).hasSize(2);
        assertThat(first.at("/memory/dramRead").longValue()).isEqualTo(32);
        assertThat(document.at("/timing/memory/dramRead").longValue()).isZero();
        assertThat(document.at("/timing/cycles").longValue())
                .isLessThan(first.at("/cycles").longValue());
        assertThat(document.at("/timing")).isEqualTo(document.at("/earlier/1/timing"));
        assertThat(document.at("/budgets/0/value").longValue())
                .isEqualTo(3 * document.at("/counters/warpInstructions").longValue());
    }

    @Test
    void aFaultIsTheLastLaunch() throws IOException {
        var document = repeated(1, Timed.YES);

        assertThat(document.has("earlier")).isFalse();
        assertThat(document.at("/fault/source").isObject()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void describesWhatIsPrinted(JsonNode document) throws IOException {
        assertThat(problems(document)).isEmpty();
    }

    @Test
    void isHeldAgainstEveryPartThereCanBe() throws IOException {
        assertThat(shapes().anyMatch(document -> document.at("/timing/cycles").isNumber()))
                .isTrue();
        assertThat(shapes().anyMatch(document -> document.at("/timing/unknown").isTextual()))
                .isTrue();
        assertThat(shapes().anyMatch(document -> document.at("/fault/source").isObject())).isTrue();
        assertThat(shapes().anyMatch(SimulationSchemaTest::hasFindingOfTwoSites)).isTrue();
        assertThat(shapes().anyMatch(document -> document.at("/budgets/0/value").isNumber()))
                .isTrue();
        assertThat(shapes().anyMatch(document -> document.at("/budgets/1/reason").isTextual()))
                .isTrue();
    }

    private static boolean hasFindingOfTwoSites(JsonNode document) {
        return document.at("/findings")
                .valueStream()
                .anyMatch(finding -> finding.at("/sites/1").isObject());
    }

    @Test
    void countsSuppressedFindingsBySuppression() throws IOException {
        var known =
                Suppressions.parse(
                        "known.yaml",
                        "- {id: startup, kernel: k, findings: [race, uninitialised]}");

        var document = json(known, 2, Timed.NO, Check.RACECHECK, Check.INITCHECK);

        assertThat(document.at("/suppressed/startup").longValue()).isPositive();
        assertThat(document.at("/findings")).isEmpty();
        assertThat(problems(document)).isEmpty();
    }

    /// The second CTA stores after the end of a buffer of one word.
    @Test
    void namesTheKnownDefectThatExplainsAFault() throws IOException {
        var known =
                Suppressions.parse(
                        "known.yaml",
                        """
                        - {id: other, kernel: k, faults: [deadlock], defect: it waits}
                        - {id: overrun, kernel: k, faults: [out-of-bounds], defect: it stores}
                        """);

        var document = json(known, 1, Timed.NO);

        assertThat(document.at("/fault/knownDefect/id").textValue()).isEqualTo("overrun");
        assertThat(document.at("/fault/knownDefect/defect").textValue()).isEqualTo("it stores");
        assertThat(problems(document)).isEmpty();
    }

    @Test
    void refusesAFieldItDoesNotName() throws IOException {
        var odd = json(2, Timed.YES).toString().replaceFirst("\"limiter\"", "\"limit\"");

        assertThat(problems(JSON.readTree(odd))).contains("$.timing oneOf");
    }

    @Test
    void namesEveryKindThereIs() throws IOException {
        assertThat(words(schema().at("/properties/fault/properties/kind/enum")))
                .containsExactlyInAnyOrder(words(FaultKind.values()));
        assertThat(words(schema().at("/properties/findings/items/properties/kind/enum")))
                .containsExactlyInAnyOrder(
                        Stream.of(words(KernelFinding.Kind.values()))
                                .filter(word -> !word.equals("fault"))
                                .toArray(String[]::new));
        assertThat(words(schema().at("/$defs/timing/properties/occupancy/properties/limiter/enum")))
                .containsExactlyInAnyOrder(words(Occupancy.Limiter.values()));
        assertThat(schema().at("/$defs/cycles/properties").properties())
                .extracting(property -> property.getKey())
                .containsExactlyInAnyOrder(words(CycleUse.values()));
    }

    private static List<String> words(JsonNode array) {
        return array.valueStream().map(JsonNode::textValue).toList();
    }

    private static String[] words(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toArray(String[]::new);
    }

    /// What violates the schema: the place in the document and the keyword of the schema.
    private static List<String> problems(JsonNode document) throws IOException {
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(schema())
                .validate(document)
                .stream()
                .map(problem -> problem.getInstanceLocation() + " " + problem.getType())
                .distinct()
                .toList();
    }

    private static JsonNode schema() throws IOException {
        try (var stream = Simulation.class.getResourceAsStream("simulation-1.schema.json")) {
            return JSON.readTree(stream);
        }
    }
}
