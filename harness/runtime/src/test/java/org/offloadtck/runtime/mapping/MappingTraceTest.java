package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.DELETE;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.PRESENT;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.object.profile.runtime.InfoFormat;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.info.InfoWriter;
import org.offloadtck.runtime.trace.RuntimeEvent;

/// The trace events of constructs.
final class MappingTraceTest {

    private final MappedProgram program = new MappedProgram();
    private final DataEnvironment data = program.data;
    private final List<RuntimeEvent> events = new ArrayList<>();

    @BeforeEach
    void observe() {
        program.channel.observe(events::add);
    }

    @Test
    void aMappingIsCreatedCopiedFoundAndRemoved() {
        long x = program.variable(1, 2, 3, 4);
        var tofrom = List.of(map(x, 4, TO, FROM));

        data.begin(tofrom);
        data.begin(tofrom);
        data.end(tofrom);
        data.end(tofrom);

        assertThat(events())
                .containsExactly(
                        "Creating new map entry Size=4, DynRefCount=1, HoldRefCount=0",
                        "Copying data from host to device, Size=4",
                        "Mapping exists Size=4, DynRefCount=2 (incremented), HoldRefCount=0",
                        "Mapping exists Size=4, DynRefCount=1 (decremented), HoldRefCount=0",
                        "Mapping exists Size=4, DynRefCount=0 (decremented, delayed deletion),"
                                + " HoldRefCount=0",
                        "Copying data from device to host, Size=4",
                        "Removing map entry Size=4");
    }

    @Test
    void aPartIsFoundWithItsOwnSizeAndADeletionResetsTheCount() {
        long x = program.variable(1, 2, 3, 4);
        data.begin(List.of(map(x, 4)));
        data.begin(List.of(map(x, 4)));
        events.clear();

        data.update(List.of(map(x + 1, 2, FROM)));
        data.end(List.of(map(x, 4, DELETE)));

        assertThat(events())
                .containsExactly(
                        "Mapping exists Size=2, DynRefCount=2 (update suppressed), HoldRefCount=0",
                        "Copying data from device to host, Size=2",
                        "Mapping exists Size=4, DynRefCount=0 (reset, delayed deletion),"
                                + " HoldRefCount=0",
                        "Removing map entry Size=4");
    }

    @Test
    void aTransferHasTheNameOfItsRowAndNotOfItsArgument() {
        long x = program.variable(1, 2, 3, 4);
        data.begin(List.of(named(x, 4, "x[0:4]")));
        events.clear();

        data.update(List.of(named(x + 1, 2, "x[1:2]", TO)));
        data.update(List.of(named(x + 1, 2, "x[1:2]", FROM)));

        assertThat(
                        events.stream()
                                .map(new InfoWriter("", InfoFormat.FUNCTION_NAMES, 0)::line)
                                .flatMap(Optional::stream))
                .satisfiesExactly(
                        found -> assertThat(found).doesNotContain("Name="),
                        copied -> assertThat(copied).endsWith("Size=2, Name=x[0:4]"),
                        found -> assertThat(found).doesNotContain("Name="),
                        copied -> assertThat(copied).endsWith("Size=2, Name=x[0:4]"));
    }

    private static MapArgument named(long begin, long size, String name, MapType... type) {
        return new MapArgument(begin, begin, size, MapType.mask(type), VariableName.of(name));
    }

    @Test
    void aRejectedConstructReportsNoEvent() {
        long x = program.variable(1, 2);
        long y = program.variable(3);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> data.begin(List.of(map(x, 2, TO), map(y, 1, PRESENT))));

        assertThat(events).isEmpty();
    }

    /// Without addresses and names.
    private Stream<String> events() {
        var text = new InfoWriter("", InfoFormat.FUNCTION_NAMES, 0);
        return events.stream()
                .map(text::line)
                .flatMap(Optional::stream)
                .map(line ->
                        line.substring(line.indexOf(": ") + 2)
                                .replaceAll("(with )?(Hst|Tgt)(Ptr|Alloc)\\w*=0x[0-9a-f]+, ", "")
                                .replaceAll(", Name=.*", ""));
    }
}
