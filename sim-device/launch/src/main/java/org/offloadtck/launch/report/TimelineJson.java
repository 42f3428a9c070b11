package org.offloadtck.launch.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.offloadtck.timing.KernelTiming;
import org.offloadtck.timing.Timeline;

/// The timeline of a launch for Perfetto and `chrome://tracing`: where and when each CTA ran.
///
/// A multiprocessor is a process, a CTA slot one of its threads, a CTA a complete event (*Trace
/// Event Format*, Google: phases `X` and `M`). Times are microseconds on the device.
public final class TimelineJson {

    /// Viewers show process 0 as the idle task of a CPU.
    private static final int FIRST_PROCESS = 1;

    /// Decimal places of a microsecond: a cycle takes a third of a nanosecond at least.
    private static final int DIGITS = 4;

    private static final BigDecimal KILOHERTZ_PER_MEGAHERTZ = BigDecimal.valueOf(1000);

    private final KernelTiming timing;
    private final List<ObjectNode> events = new ArrayList<>();

    private TimelineJson(KernelTiming timing) {
        this.timing = timing;
    }

    /// The document: one object, each event on a line.
    ///
    /// @param kernel the launched kernel
    public static String of(KernelTiming timing, String kernel) {
        var json = new TimelineJson(timing);
        json.names();
        timing.timeline().spans().forEach(json::span);
        return json.events.stream()
                .map(ObjectNode::toString)
                .collect(
                        Collectors.joining(
                                ",\n",
                                "{\"traceEvents\":[\n",
                                "\n],\n\"displayTimeUnit\":\"ns\",\n\"otherData\":%s}\n"
                                        .formatted(json.head(kernel))));
    }

    private ObjectNode head(String kernel) {
        var head = JsonNodeFactory.instance.objectNode();
        head.put("kernel", kernel);
        head.put("device", timing.device().name());
        head.put("cycles", timing.cycles());
        head.put("ctasOmitted", timing.timeline().omitted());
        return head;
    }

    private void names() {
        var spans = timing.timeline().spans();
        var numbers = new TreeSet<Integer>();
        spans.forEach(span -> numbers.add(span.multiprocessor()));
        for (int number : numbers) {
            name("process_name", number, 0, "multiprocessor " + number);
            var slots = new TreeSet<Integer>();
            spans.stream()
                    .filter(span -> span.multiprocessor() == number)
                    .forEach(span -> slots.add(span.slot()));
            slots.forEach(slot -> name("thread_name", number, slot, "CTA slot " + slot));
        }
    }

    private void name(String what, int multiprocessor, int slot, String name) {
        var event = event("M", what, multiprocessor, slot);
        event.putObject("args").put("name", name);
    }

    private void span(Timeline.Span span) {
        var event = event("X", "CTA " + span.cta(), span.multiprocessor(), span.slot());
        var begin = microseconds(span.placed());
        event.put("cat", "cta");
        event.put("ts", begin);
        event.put("dur", microseconds(span.ended()).subtract(begin));
        var details = event.putObject("args");
        details.put("placedCycle", span.placed());
        details.put("endedCycle", span.ended());
        details.put("warps", span.warps());
    }

    private ObjectNode event(String phase, String name, int multiprocessor, int slot) {
        var event = JsonNodeFactory.instance.objectNode();
        event.put("ph", phase);
        event.put("name", name);
        event.put("pid", FIRST_PROCESS + multiprocessor);
        event.put("tid", slot);
        events.add(event);
        return event;
    }

    private BigDecimal microseconds(long cycle) {
        var kilohertz =
                BigDecimal.valueOf(timing.device().spec().multiprocessor().clockKilohertz());
        return BigDecimal.valueOf(cycle)
                .multiply(KILOHERTZ_PER_MEGAHERTZ)
                .divide(kilohertz, DIGITS, RoundingMode.HALF_UP);
    }
}
