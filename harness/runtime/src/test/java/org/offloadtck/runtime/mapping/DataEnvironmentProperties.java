package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.diagnostic.OffloadException;

/// Random programs, legal and illegal, against [ModelTable].
final class DataEnvironmentProperties {

    private static final int VARIABLES = 3;

    /// One step of a random program.
    sealed interface Step {
        ModelTable.Map map();

        record Begin(ModelTable.Map map) implements Step {}

        record End(ModelTable.Map map) implements Step {}

        record Update(ModelTable.Map map) implements Step {}

        /// The host writes the first byte of the map's range.
        record HostWrite(ModelTable.Map map, byte value) implements Step {}

        /// The device writes the first byte of the map's range, if it is mapped.
        record DeviceWrite(ModelTable.Map map, byte value) implements Step {}
    }

    @Property(seed = "19052004", tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void agreesWithTheModelAfterEveryStepSeed19052004(@ForAll("programs") List<Step> steps) {
        var run = new Run();

        for (Step step : steps) {
            assertThat(run.take(step)).as("legality of %s", step).isEqualTo(run.model(step));
            run.compare();
        }
    }

    @Property(seed = "28061971", tries = 300, edgeCases = EdgeCasesMode.NONE)
    void leavesNothingOnTheDeviceOnceAllIsDeletedSeed28061971(
            @ForAll("programs") List<Step> steps) {
        var run = new Run();

        steps.forEach(run::take);
        for (Mapping mapping : run.program.data.mappings()) {
            run.program.data.end(
                    List.of(MapArgument.of(mapping.begin(), mapping.size(), MapType.DELETE)));
        }

        assertThat(run.program.data.mappings()).isEmpty();
        assertThat(run.program.device.liveAllocations()).isZero();
    }

    @Property(seed = "7071963", tries = 300, edgeCases = EdgeCasesMode.NONE)
    void undoesAConstructOfManyMapsIfOneIsIllegalSeed7071963(
            @ForAll("programs") List<Step> before, @ForAll("construct") List<ModelTable.Map> maps) {
        var run = new Run();
        before.forEach(run::take);
        var rows = run.program.data.mappings();
        long allocations = run.program.device.liveAllocations();

        var illegal = new ArrayList<>(maps.stream().map(run::argument).toList());
        illegal.add(MapArgument.of(0x10, 4, MapType.TO, MapType.FROM, MapType.PRESENT));

        assertThat(run.legal(() -> run.program.data.begin(illegal))).isFalse();
        assertThat(run.legal(() -> run.program.data.end(illegal.reversed()))).isFalse();
        assertThat(run.program.data.mappings()).isEqualTo(rows);
        assertThat(run.program.device.liveAllocations()).isEqualTo(allocations);
    }

    /// A program at work beside its model.
    private static final class Run {
        final MappedProgram program = new MappedProgram();
        final ModelTable model = new ModelTable(VARIABLES);
        private final long[] addresses = new long[VARIABLES];
        private Traffic probes = Traffic.NONE;

        Run() {
            for (int i = 0; i < VARIABLES; i++) {
                addresses[i] = program.host.allocate("v" + i, 8).address();
            }
        }

        MapArgument argument(ModelTable.Map map) {
            return MapArgument.of(
                    addresses[map.variable()] + map.from(),
                    map.to() - map.from(),
                    map.flags().toArray(MapType[]::new));
        }

        boolean take(Step step) {
            var argument = argument(step.map());
            return switch (step) {
                case Step.Begin _ -> legal(() -> program.data.begin(List.of(argument)));
                case Step.End _ -> legal(() -> program.data.end(List.of(argument)));
                case Step.Update _ -> legal(() -> program.data.update(List.of(argument)));
                case Step.HostWrite(_, byte value) ->
                        legal(() -> program.set(argument.begin(), value));
                case Step.DeviceWrite(_, byte value) -> {
                    if (program.data.lookup(argument.begin(), 1) instanceof Lookup.Contained) {
                        probe(() -> program.setOnDevice(argument.begin(), value));
                    }
                    yield true;
                }
            };
        }

        boolean model(Step step) {
            return switch (step) {
                case Step.Begin(var map) -> model.begin(map);
                case Step.End(var map) -> model.end(map);
                case Step.Update(var map) -> model.update(map);
                case Step.HostWrite(var map, byte value) -> {
                    model.host[map.variable()][map.from()] = value;
                    yield true;
                }
                case Step.DeviceWrite(var map, byte value) -> {
                    model.rows.stream()
                            .filter(row -> row.variable == map.variable())
                            .filter(row -> row.from <= map.from() && map.from() < row.to)
                            .forEach(row -> row.device[map.from() - row.from] = value);
                    yield true;
                }
            };
        }

        boolean legal(Runnable construct) {
            try {
                construct.run();
                return true;
            } catch (OffloadException | DeviceException _) {
                return false;
            }
        }

        void compare() {
            assertThat(program.data.mappings())
                    .extracting(row -> List.of(row.begin(), row.size(), row.counts().dynamic()))
                    .isEqualTo(
                            model.rows.stream()
                                    .sorted(
                                            Comparator.comparingLong(
                                                    row -> addresses[row.variable] + row.from))
                                    .map(row ->
                                            List.of(
                                                    addresses[row.variable] + row.from,
                                                    (long) (row.to - row.from),
                                                    row.count))
                                    .toList());
            assertThat(program.device.liveAllocations()).isEqualTo(model.rows.size());
            assertThat(program.channel.traffic().since(probes))
                    .isEqualTo(new Traffic(model.bytesToDevice, model.bytesFromDevice, 0));
            for (int i = 0; i < VARIABLES; i++) {
                assertThat(program.bytes(addresses[i], 8)).isEqualTo(model.host[i]);
            }
            model.rows.forEach(row ->
                    probe(() ->
                            assertThat(
                                            program.onDevice(
                                                    addresses[row.variable] + row.from,
                                                    row.to - row.from))
                                    .isEqualTo(row.device)));
        }

        /// Looks at the device without being counted.
        private void probe(Runnable look) {
            Traffic before = program.channel.traffic();
            look.run();
            probes = probes.plus(program.channel.traffic().since(before));
        }
    }

    @Provide
    Arbitrary<List<Step>> programs() {
        Arbitrary<Step> constructs =
                Combinators.combine(map(), Arbitraries.of(0, 1, 2))
                        .as((map, kind) ->
                                switch (kind) {
                                    case 0 -> new Step.Begin(map);
                                    case 1 -> new Step.End(map);
                                    default -> new Step.Update(map);
                                });
        Arbitrary<Step> writes =
                Combinators.combine(map(), Arbitraries.bytes(), Arbitraries.of(true, false))
                        .as((map, value, onHost) ->
                                onHost
                                        ? new Step.HostWrite(map, value)
                                        : new Step.DeviceWrite(map, value));
        Arbitrary<Step> steps =
                Arbitraries.frequencyOf(Tuple.of(4, constructs), Tuple.of(1, writes));
        return steps.list().ofMaxSize(25);
    }

    @Provide
    Arbitrary<List<ModelTable.Map>> construct() {
        return map().list().ofMaxSize(4);
    }

    private static Arbitrary<ModelTable.Map> map() {
        Arbitrary<Set<MapType>> flags =
                Arbitraries.of(
                                MapType.TO,
                                MapType.FROM,
                                MapType.ALWAYS,
                                MapType.DELETE,
                                MapType.PRESENT)
                        .set()
                        .ofMaxSize(3);
        return Combinators.combine(
                        Arbitraries.integers().between(0, VARIABLES - 1),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(4, 8),
                        flags)
                .as((variable, from, to, flagsOfMap) ->
                        new ModelTable.Map(variable, from % 2 == 0 ? 0 : from, to, flagsOfMap));
    }
}
