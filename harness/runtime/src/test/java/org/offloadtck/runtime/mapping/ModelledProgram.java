package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.diagnostic.OffloadException;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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

    private List<MapArgument> arguments(List<ModelTable.Map> maps) {
        return maps.stream().map(this::argument).toList();
    }

    private List<MapArgument> byMapper(List<ModelTable.Map> components) {
        var pushed = new MapperComponents();
        arguments(components).forEach(pushed::push);
        return List.of(new MapArgument(addresses[0], addresses[0], 8, 0).mappedBy(pushed));
    }

    /// A descriptor of every other byte of `map`, and the argument that names it.
    private MapArgument everyOtherByte(ModelTable.Map map) {
        long descriptor = program.host.allocate("descriptor", 6 * Long.BYTES).address();
        long[] fields = {0, map.everyOtherByte().size(), 2, 0, 1, 1};
        for (int i = 0; i < fields.length; i++) {
            program.host.putI64(descriptor + (long) i * Long.BYTES, fields[i], "dimension");
        }
        long type = MapType.mask(map.flags().toArray(MapType[]::new)) | MapType.NON_CONTIG.bit();
        return new MapArgument(addresses[map.variable()] + map.from(), descriptor, 2, type);
    }

    boolean take(Step step) {
        return switch (step) {
            case Step.Begin(var maps) -> legal(() -> program.data.begin(arguments(maps)));
            case Step.BeginByMapper(var maps) -> legal(() -> program.data.begin(byMapper(maps)));
            case Step.End(var maps) -> legal(() -> program.data.end(arguments(maps)));
            case Step.EndByMapper(var maps) -> legal(() -> program.data.end(byMapper(maps)));
            case Step.Update(var maps) -> legal(() -> program.data.update(arguments(maps)));
            case Step.UpdateGaps(var map) ->
                    legal(() -> program.data.update(List.of(everyOtherByte(map))));
            case Step.HostWrite(var map, byte value) ->
                    legal(() -> program.set(argument(map).begin(), value));
            case Step.DeviceWrite(var map, byte value) -> {
                long address = argument(map).begin();
                if (program.data.lookup(address, 1) instanceof Lookup.Contained) {
                    probe(() -> program.setOnDevice(address, value));
                }
                yield true;
            }
        };
    }

    /// Starts a construct, on a queue of its own; empty if it is illegal, and for what is none.
    Optional<StartedConstruct> start(Step step) {
        var queue = program.channel.branch();
        try {
            return switch (step) {
                case Step.Begin(var maps) ->
                        Optional.of(program.data.startBegin(queue, arguments(maps)));
                case Step.BeginByMapper(var maps) ->
                        Optional.of(program.data.startBegin(queue, byMapper(maps)));
                case Step.End(var maps) ->
                        Optional.of(program.data.startEnd(queue, arguments(maps)));
                case Step.EndByMapper(var maps) ->
                        Optional.of(program.data.startEnd(queue, byMapper(maps)));
                case Step.Update(var maps) ->
                        Optional.of(program.data.startUpdate(queue, arguments(maps)));
                case Step.UpdateGaps _, Step.HostWrite _, Step.DeviceWrite _ -> Optional.empty();
            };
        } catch (OffloadException _) {
            return Optional.empty();
        }
    }

    boolean model(Step step) {
        return switch (step) {
            case Step.Begin(var maps) -> model.begin(maps);
            case Step.BeginByMapper(var maps) -> model.begin(maps);
            case Step.End(var maps) -> model.end(maps);
            case Step.EndByMapper(var maps) -> model.end(maps);
            case Step.Update(var maps) -> model.update(maps);
            case Step.UpdateGaps(var map) -> model.update(map.everyOtherByte());
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
                .extracting(row -> List.<Object>of(row.begin(), row.size(), row.counts()))
                .isEqualTo(
                        model.rows.stream()
                                .sorted(
                                        Comparator.comparingLong(
                                                row -> addresses[row.variable] + row.from))
                                .map(row ->
                                        List.<Object>of(
                                                addresses[row.variable] + row.from,
                                                (long) (row.to - row.from),
                                                new ReferenceCounts(row.dynamic, row.hold)))
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
