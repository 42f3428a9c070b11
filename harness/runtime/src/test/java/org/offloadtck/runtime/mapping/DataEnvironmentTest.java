package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.offloadtck.object.offload.abi.MapType.ALWAYS;
import static org.offloadtck.object.offload.abi.MapType.DELETE;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.LITERAL;
import static org.offloadtck.object.offload.abi.MapType.OMPX_HOLD;
import static org.offloadtck.object.offload.abi.MapType.PRIVATE;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.argument.VariableName;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.table.ReferenceCounts;
import org.offloadtck.runtime.table.ReferenceCounts.Kind;

/// Transfers and counts of legal constructs.
final class DataEnvironmentTest {

    private final MappedProgram program = new MappedProgram();
    private final DataEnvironment data = program.data;

    @Test
    void copiesToTheDeviceOnEntryAndBackOnExit() {
        long x = program.variable(1, 2, 3, 4);
        var tofrom = List.of(map(x, 4, TO, FROM));

        data.begin(tofrom);
        assertThat(program.onDevice(x, 4)).containsExactly(1, 2, 3, 4);
        program.setOnDevice(x, 5, 6, 7, 8);
        data.end(tofrom);

        assertThat(program.bytes(x, 4)).containsExactly(5, 6, 7, 8);
        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isZero();
    }

    @Test
    void onlyMappedBytesHaveACounterpart() {
        long x = program.variable(1, 2, 3, 4, 5);
        data.begin(List.of(new MapArgument(x, x + 2, 2, TO.bit())));

        assertThat(data.counterpart(x)).isEmpty();
        assertThat(data.counterpart(x + 1)).isEmpty();
        assertThat(data.counterpart(x + 3).orElseThrow().offset()).isOne();
        assertThat(data.counterpart(x + 4)).isEmpty();
    }

    @Test
    void copiesOnlyWhatTheMapTypeRequests() {
        long to = program.variable(1);
        long from = program.variable(2);
        long alloc = program.variable(3);
        var maps = List.of(map(to, 1, TO), map(from, 1, FROM), map(alloc, 1));

        data.begin(maps);
        assertThat(program.channel.transferCounts()).isEqualTo(new TransferCounts(1, 0, 0));
        data.end(maps);

        assertThat(program.channel.transferCounts()).isEqualTo(new TransferCounts(1, 1, 0));
    }

    @Test
    void copiesOnceHoweverOftenARangeIsMapped() {
        long x = program.variable(1, 2);
        var tofrom = List.of(map(x, 2, TO, FROM));

        data.begin(tofrom);
        data.begin(tofrom);
        data.end(tofrom);
        assertThat(program.channel.transferCounts()).isEqualTo(new TransferCounts(2, 0, 0));
        data.end(tofrom);

        assertThat(program.channel.transferCounts()).isEqualTo(new TransferCounts(2, 2, 0));
    }

    @Test
    void copiesEveryTimeWithAlways() {
        long x = program.variable(1, 2);
        var always = List.of(map(x, 2, TO, FROM, ALWAYS));

        data.begin(always);
        data.begin(always);
        data.end(always);
        data.end(always);

        assertThat(program.channel.transferCounts()).isEqualTo(new TransferCounts(4, 4, 0));
    }

    @Test
    void mapsPartsOfAMappedRangeWithoutTransfer() {
        long x = program.variable(1, 2, 3, 4);
        data.begin(List.of(map(x, 4, TO)));

        data.begin(List.of(map(x + 1, 2, TO)));

        assertThat(data.mappings()).hasSize(1);
        assertThat(data.mappings().getFirst().counts().dynamic()).isEqualTo(2);
        assertThat(data.translate(x + 1, 2).orElseThrow().offset()).isOne();
        assertThat(program.channel.transferCounts().bytesToDevice()).isEqualTo(4);
    }

    @Test
    void deletesWhateverTheCount() {
        long x = program.variable(1);
        data.begin(List.of(map(x, 1, TO)));
        data.begin(List.of(map(x, 1, TO)));

        data.end(List.of(map(x, 1, DELETE)));

        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isZero();
    }

    @Test
    void keepsWhatIsHeldWhenTheDynamicCountIsDeleted() {
        long x = program.variable(1);
        data.begin(List.of(map(x, 1, TO, OMPX_HOLD)));
        data.begin(List.of(map(x, 1, TO)));

        data.end(List.of(map(x, 1, DELETE)));
        assertThat(data.mappings().getFirst().counts()).isEqualTo(new ReferenceCounts(0, 1));
        data.end(List.of(map(x, 1, OMPX_HOLD)));

        assertThat(data.mappings()).isEmpty();
    }

    @Test
    void ignoresOnExitWhatIsNotMapped() {
        long x = program.variable(1);

        data.end(List.of(map(x, 1, FROM)));
        data.end(List.of(map(x, 1, DELETE)));

        assertThat(program.channel.transferCounts()).isEqualTo(TransferCounts.NONE);
    }

    @Test
    void updatesInBothDirectionsOnlyWhatIsMapped() {
        long mapped = program.variable(1, 2, 3);
        long other = program.variable(4);
        data.begin(List.of(map(mapped, 3)));

        data.update(List.of(map(mapped + 1, 2, TO), map(other, 1, TO)));
        assertThat(program.onDevice(mapped, 3)).containsExactly(0, 2, 3);
        program.setOnDevice(mapped, 7, 8, 9);
        data.update(List.of(map(mapped + 1, 1, FROM), map(other, 1, FROM)));

        assertThat(program.bytes(mapped, 3)).containsExactly(1, 8, 3);
        assertThat(program.bytes(other, 1)).containsExactly(4);
    }

    @Test
    void mapsNeitherLiteralsNorPrivateStorage() {
        long x = program.variable(1);

        data.begin(List.of(map(42, 8, LITERAL), map(x, 1, PRIVATE, TO)));

        assertThat(data.mappings()).isEmpty();
        assertThat(program.channel.transferCounts()).isEqualTo(TransferCounts.NONE);
    }

    @Test
    void neverUnmapsAnAssociatedVariable() {
        long x = program.variable(1, 2);
        var global = program.device.allocate(2);
        data.associate(x, global, VariableName.of("x"));

        data.begin(List.of(map(x, 2, TO, FROM)));
        data.end(List.of(map(x, 2, FROM, DELETE)));
        assertThat(data.mappings().getFirst().counts().isInfinite()).isTrue();
        assertThat(program.channel.transferCounts()).isEqualTo(TransferCounts.NONE);
        data.dissociate(x);

        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isOne();
    }

    @Test
    void undoesAnEntryWithoutTransfer() {
        long x = program.variable(1);
        var maps = List.of(map(x, 1, FROM, ALWAYS));
        data.begin(maps);

        data.abandon(maps);

        assertThat(data.mappings()).isEmpty();
        assertThat(program.channel.transferCounts()).isEqualTo(TransferCounts.NONE);
    }

    @Test
    void countsUpAndDownWithoutOverflow() {
        var once = ReferenceCounts.first(Kind.DYNAMIC);

        assertThat(once.incremented(Kind.DYNAMIC).total()).isEqualTo(2);
        assertThat(once.decremented(Kind.DYNAMIC).decremented(Kind.DYNAMIC).total()).isZero();
        assertThat(ReferenceCounts.infinite().incremented(Kind.HOLD).total())
                .isEqualTo(ReferenceCounts.INFINITE);
    }
}
