package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.MapperComponents;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.table.LookupResult;
import org.offloadtck.runtime.table.ReferenceCounts;

/// A program that executes steps on the runtime and on its model.
final class ModelledProgram {
    static final int VARIABLES = 3;

    final MappedProgram program = new MappedProgram();
    final MappingTableModel model = new MappingTableModel(VARIABLES);
    private final long[] addresses = new long[VARIABLES];
    private TransferCounts probes = TransferCounts.NONE;

    ModelledProgram() {
        for (int i = 0; i < VARIABLES; i++) {
            addresses[i] = program.host.allocate("v" + i, 8).address();
        }
    }

    MapArgument argument(MappingTableModel.Map map) {
        return MapArgument.of(
                addresses[map.variable()] + map.from(),
                map.to() - map.from(),
                map.flags().toArray(MapType[]::new));
    }

    private List<MapArgument> arguments(List<MappingTableModel.Map> maps) {
        return maps.stream().map(this::argument).toList();
    }

    private List<MapArgument> byMapper(List<MappingTableModel.Map> components) {
        var pushed = new MapperComponents();
        arguments(components).forEach(pushed::push);
        return List.of(new MapArgument(addresses[0], addresses[0], 8, 0).expandedBy(pushed));
    }

    /// A descriptor of every second byte of `map`, and the argument that refers to it.
    private MapArgument everyOtherByte(MappingTableModel.Map map) {
        long descriptor = program.host.allocate("descriptor", 6 * Long.BYTES).address();
        long[] fields = {0, map.everyOtherByte().size(), 2, 0, 1, 1};
        for (int i = 0; i < fields.length; i++) {
            program.host.putI64(descriptor + (long) i * Long.BYTES, fields[i], "dimension");
        }
        long type = MapType.mask(map.flags().toArray(MapType[]::new)) | MapType.NON_CONTIG.bit();
        return new MapArgument(addresses[map.variable()] + map.from(), descriptor, 2, type);
    }

    boolean take(RandomStep step) {
        return switch (step) {
            case RandomStep.Begin(var maps) -> legal(() -> program.data.begin(arguments(maps)));
            case RandomStep.BeginByMapper(var maps) ->
                    legal(() -> program.data.begin(byMapper(maps)));
            case RandomStep.End(var maps) -> legal(() -> program.data.end(arguments(maps)));
            case RandomStep.EndByMapper(var maps) -> legal(() -> program.data.end(byMapper(maps)));
            case RandomStep.Update(var maps) -> legal(() -> program.data.update(arguments(maps)));
            case RandomStep.UpdateGaps(var map) ->
                    legal(() -> program.data.update(List.of(everyOtherByte(map))));
            case RandomStep.HostWrite(var map, byte value) ->
                    legal(() -> program.set(argument(map).begin(), value));
            case RandomStep.DeviceWrite(var map, byte value) -> {
                long address = argument(map).begin();
                if (program.data.lookup(address, 1) instanceof LookupResult.Contained) {
                    probe(() -> program.setOnDevice(address, value));
                }
                yield true;
            }
        };
    }

    /// Starts a construct on a queue of its own; empty if it is illegal or the step is no
    /// construct.
    Optional<PendingDataConstruct> start(RandomStep step) {
        var queue = program.channel.withOwnQueue();
        try {
            return switch (step) {
                case RandomStep.Begin(var maps) ->
                        Optional.of(program.data.startBegin(queue, arguments(maps)));
                case RandomStep.BeginByMapper(var maps) ->
                        Optional.of(program.data.startBegin(queue, byMapper(maps)));
                case RandomStep.End(var maps) ->
                        Optional.of(program.data.startEnd(queue, arguments(maps)));
                case RandomStep.EndByMapper(var maps) ->
                        Optional.of(program.data.startEnd(queue, byMapper(maps)));
                case RandomStep.Update(var maps) ->
                        Optional.of(program.data.startUpdate(queue, arguments(maps)));
                case RandomStep.UpdateGaps _, RandomStep.HostWrite _, RandomStep.DeviceWrite _ ->
                        Optional.empty();
            };
        } catch (OffloadException _) {
            return Optional.empty();
        }
    }

    boolean model(RandomStep step) {
        return switch (step) {
            case RandomStep.Begin(var maps) -> model.begin(maps);
            case RandomStep.BeginByMapper(var maps) -> model.begin(maps);
            case RandomStep.End(var maps) -> model.end(maps);
            case RandomStep.EndByMapper(var maps) -> model.end(maps);
            case RandomStep.Update(var maps) -> model.update(maps);
            case RandomStep.UpdateGaps(var map) -> model.update(map.everyOtherByte());
            case RandomStep.HostWrite(var map, byte value) -> {
                model.host[map.variable()][map.from()] = value;
                yield true;
            }
            case RandomStep.DeviceWrite(var map, byte value) -> {
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
        assertThat(program.channel.transferCounts().since(probes))
                .isEqualTo(new TransferCounts(model.bytesToDevice, model.bytesFromDevice, 0));
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

    /// Reads the device without counting the transfer.
    private void probe(Runnable look) {
        TransferCounts before = program.channel.transferCounts();
        look.run();
        probes = probes.plus(program.channel.transferCounts().since(before));
    }
}
