package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.table.Mapping;

/// Random programs, legal and illegal, compared with [MappingTableModel].
final class DataEnvironmentProperties {

    @Property(seed = "19052004", tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void agreesWithTheModelAfterEveryStepSeed19052004(@ForAll("programs") List<RandomStep> steps) {
        var run = new ModelledProgram();

        for (RandomStep step : steps) {
            assertThat(run.take(step)).as("legality of %s", step).isEqualTo(run.model(step));
            run.compare();
        }
    }

    @Property(seed = "28061971", tries = 300, edgeCases = EdgeCasesMode.NONE)
    void leavesNothingOnTheDeviceOnceAllIsDeletedSeed28061971(
            @ForAll("programs") List<RandomStep> steps) {
        var run = new ModelledProgram();

        steps.forEach(run::take);
        for (Mapping mapping : run.program.data.mappings()) {
            run.program.data.end(
                    List.of(
                            MapArgument.of(mapping.begin(), mapping.size(), MapType.DELETE),
                            MapArgument.of(
                                    mapping.begin(),
                                    mapping.size(),
                                    MapType.DELETE,
                                    MapType.OMPX_HOLD)));
        }

        assertThat(run.program.data.mappings()).isEmpty();
        assertThat(run.program.device.liveAllocations()).isZero();
    }

    @Property(seed = "7071963", tries = 300, edgeCases = EdgeCasesMode.NONE)
    void undoesAConstructOfManyMapsIfOneIsIllegalSeed7071963(
            @ForAll("programs") List<RandomStep> before,
            @ForAll("construct") List<MappingTableModel.Map> maps) {
        var run = new ModelledProgram();
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

    @Property(seed = "16111988", tries = 300, edgeCases = EdgeCasesMode.NONE)
    void leavesTheTableAsItWasIfAllThatWasStartedIsAbandonedSeed16111988(
            @ForAll("programs") List<RandomStep> before,
            @ForAll("programs") List<RandomStep> started) {
        var run = new ModelledProgram();
        before.forEach(run::take);
        var rows = run.program.data.mappings();
        long allocations = run.program.device.liveAllocations();

        var underWay = started.stream().flatMap(step -> run.start(step).stream()).toList();
        underWay.reversed().forEach(PendingDataConstruct::abandon);

        assertThat(run.program.data.mappings()).isEqualTo(rows);
        assertThat(run.program.device.liveAllocations()).isEqualTo(allocations);
    }

    @Provide
    Arbitrary<List<RandomStep>> programs() {
        Arbitrary<RandomStep> constructs =
                Combinators.combine(construct(), Arbitraries.of(0, 1, 2, 3, 4))
                        .as((maps, kind) ->
                                switch (kind) {
                                    case 0 -> new RandomStep.Begin(maps);
                                    case 1 -> new RandomStep.BeginByMapper(maps);
                                    case 2 -> new RandomStep.End(maps);
                                    case 3 -> new RandomStep.EndByMapper(maps);
                                    default -> new RandomStep.Update(maps);
                                });
        Arbitrary<RandomStep> others =
                Combinators.combine(map(), Arbitraries.bytes(), Arbitraries.of(0, 1, 2))
                        .as((map, value, kind) ->
                                switch (kind) {
                                    case 0 -> new RandomStep.HostWrite(map, value);
                                    case 1 -> new RandomStep.DeviceWrite(map, value);
                                    default -> new RandomStep.UpdateGaps(map);
                                });
        Arbitrary<RandomStep> steps =
                Arbitraries.frequencyOf(Tuple.of(3, constructs), Tuple.of(1, others));
        return steps.list().ofMaxSize(25);
    }

    @Provide
    Arbitrary<List<MappingTableModel.Map>> construct() {
        return map().list().ofMinSize(1).ofMaxSize(3);
    }

    private static Arbitrary<MappingTableModel.Map> map() {
        Arbitrary<Set<MapType>> flags =
                Arbitraries.of(
                                MapType.TO,
                                MapType.FROM,
                                MapType.ALWAYS,
                                MapType.DELETE,
                                MapType.OMPX_HOLD,
                                MapType.PRESENT)
                        .set()
                        .ofMaxSize(3);
        return Combinators.combine(
                        Arbitraries.integers().between(0, ModelledProgram.VARIABLES - 1),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(4, 8),
                        flags)
                .as((variable, from, to, flagsOfMap) ->
                        new MappingTableModel.Map(
                                variable, from % 2 == 0 ? 0 : from, to, flagsOfMap));
    }
}
