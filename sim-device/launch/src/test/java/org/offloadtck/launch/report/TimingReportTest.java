package org.offloadtck.launch.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timing;

class TimingReportTest {

    private final KernelTiming copy =
            TimedLaunchFixture.of("h200", "copy", LaunchShape.of(256, 128), 4, 0);

    @Test
    void theTextSaysTheCyclesAndWhereTheyWent() {
        var text = TimingText.of(copy);

        assertThat(text)
                .contains("%,d cycles of h200, ".formatted(copy.cycles()))
                .contains("limited by warps")
                .contains("where the cycles went")
                .contains("#")
                .endsWith("\n")
                .doesNotContain("%d", "null");
        var percents =
                Pattern.compile(
                                "^    [a-z0-9]+ +[0-9,]+ +([0-9.]+) %  #*( \\(assumed\\))?$",
                                Pattern.MULTILINE)
                        .matcher(text.substring(text.indexOf("where"), text.indexOf("memory  ")))
                        .results()
                        .mapToDouble(part -> Double.parseDouble(part.group(1)))
                        .toArray();
        assertThat(percents).isNotEmpty().isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(Arrays.stream(percents).sum()).isBetween(99.0, 101.0);
    }

    @Test
    void anUnknownTimeIsSaidToBe() {
        var node = JsonNodeFactory.instance.objectNode();
        TimingJson.put(node, new Timing.Unknown("the trace is too long"));

        assertThat(node.toString())
                .isEqualTo("{\"timing\":{\"unknown\":\"the trace is too long\"}}");
        assertThat(TimingText.of(new Timing.Unknown("the trace is too long")))
                .isEqualTo("  cycles unknown: the trace is too long\n");
    }

    @Test
    void nothingIsSaidWhereNobodyAsked() {
        var node = JsonNodeFactory.instance.objectNode();
        TimingJson.put(node, Timing.NotRequested.NOT_REQUESTED);

        assertThat(node).isEmpty();
        assertThat(TimingText.of(Timing.NotRequested.NOT_REQUESTED)).isEmpty();
    }

    @Test
    void theStackOfTheDocumentAddsUpAndAssumedFiguresAreNamed() {
        var root = JsonNodeFactory.instance.objectNode();
        TimingJson.put(root, copy);
        var node = root.path("timing");

        long sum = 0;
        for (var part : node.path("stack").path("cycles")) {
            sum += part.longValue();
        }
        assertThat(sum).isEqualTo(copy.cycles()).isEqualTo(node.path("cycles").longValue());
        assertThat(node.path("occupancy").path("limiter").textValue()).isEqualTo("warps");
        assertThat(node.path("figures").path("assumed").path("cta_launch").intValue())
                .isEqualTo(350);
        assertThat(node.path("figures").path("assumed").has("l1_latency")).isFalse();
    }

    /// The rules of the *Trace Event Format* that viewers rely on: an object with `traceEvents`;
    /// every event has a phase, a process and a thread; complete events have a begin and a duration
    /// and, on one thread, do not overlap; processes and threads have names.
    @Test
    void theTimelineIsOneThatViewersOpen() throws Exception {
        var root = JsonMapper.builder().build().readTree(TimelineJson.of(copy, "copy"));
        var ends = new HashMap<List<Integer>, Double>();
        var named = new HashSet<List<Integer>>();
        var seen = new HashSet<String>();

        for (var event : root.path("traceEvents")) {
            assertThat(event.path("pid").isInt() && event.path("tid").isInt()).isTrue();
            assertThat(event.path("pid").intValue()).isPositive();
            var thread = List.of(event.path("pid").intValue(), event.path("tid").intValue());
            switch (event.path("ph").textValue()) {
                case "M" -> named.add(name(event, thread));
                case "X" -> {
                    assertThat(event.path("ts").isNumber()).isTrue();
                    assertThat(event.path("dur").doubleValue()).isPositive();
                    double begin = event.path("ts").doubleValue();
                    assertThat(begin).isGreaterThanOrEqualTo(ends.getOrDefault(thread, 0.0));
                    ends.put(thread, begin + event.path("dur").doubleValue() - 1e-9);
                    seen.add(event.path("name").textValue());
                    assertThat(named).contains(thread);
                }
                default -> throw new AssertionError(event.path("ph"));
            }
        }

        assertThat(seen).hasSize(256).contains("CTA 0", "CTA 255");
        assertThat(root.path("otherData").path("ctasOmitted").longValue()).isZero();
    }

    private static List<Integer> name(JsonNode event, List<Integer> thread) {
        assertThat(Set.of("process_name", "thread_name")).contains(event.path("name").textValue());
        assertThat(event.path("args").path("name").textValue()).isNotBlank();
        return event.path("name").textValue().equals("thread_name") ? thread : List.of();
    }

    /// What the file costs is bounded, whatever the grid.
    @Test
    void aLargeGridIsCut() {
        var many = TimedLaunchFixture.of("h200", "nothing", LaunchShape.of(30_000, 32), 0, 0);

        assertThat(many.timeline().spans()).hasSize(20_000);
        assertThat(many.timeline().omitted()).isEqualTo(10_000);
        assertThat(TimelineJson.of(many, "nothing")).contains("\"ctasOmitted\":10000");
    }

    @Test
    void theSameLaunchHasTheSameDocuments() {
        var again = TimedLaunchFixture.of("h200", "copy", LaunchShape.of(256, 128), 4, 0);

        assertThat(TimelineJson.of(again, "copy")).isEqualTo(TimelineJson.of(copy, "copy"));
        assertThat(TimingText.of(again)).isEqualTo(TimingText.of(copy));
    }
}
