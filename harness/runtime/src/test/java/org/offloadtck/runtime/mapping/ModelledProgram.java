package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.offloadtck.object.offload.MapType;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.diagnostic.OffloadException;

/// A program at work beside its model.
final class ModelledProgram {
    static final int VARIABLES = 3;

    final MappedProgram program = new MappedProgram();
    final ModelTable model = new ModelTable(VARIABLES);
    private final long[] addresses = new long[VARIABLES];
    private Traffic probes = Traffic.NONE;

    ModelledProgram() {
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
            case Step.HostWrite(_, byte value) -> legal(() -> program.set(argument.begin(), value));
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
