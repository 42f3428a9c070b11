package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.ALWAYS;
import static org.offloadtck.object.offload.abi.MapType.DELETE;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.memory.DeviceChannel;

/// Pending constructs on a device that executes nothing until a caller waits for it.
final class AsynchronousMappingTest {

    private final MappedProgram program = new MappedProgram(FakeDevice.late());
    private final DataEnvironment data = program.data;
    private final DeviceChannel first = program.channel.withOwnQueue();
    private final DeviceChannel second = program.channel.withOwnQueue();
    private final long x = program.variable(1, 2, 3, 4);

    @Test
    void movesNothingBeforeItIsFinished() {
        var started = data.startBegin(first, List.of(map(x, 4, TO)));

        assertThat(data.mappings()).hasSize(1);
        started.finish();

        assertThat(read()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void copiesAfterWhatAnotherQueueDoesToTheSameRow() {
        var begin = data.startBegin(first, List.of(map(x, 4, TO)));
        var update = data.startUpdate(second, List.of(map(x + 1, 2, FROM)));
        program.set(x + 1, 9, 9);

        update.finish();

        assertThat(program.bytes(x, 4)).containsExactly(1, 9, 9, 4);
        begin.finish();
    }

    @Test
    void keepsARowUntilTheTransfersOfItsExitHaveArrived() {
        data.begin(List.of(map(x, 4, TO)));

        var end = data.startEnd(first, List.of(map(x, 4, FROM)));

        assertThat(data.mappings()).extracting(row -> row.counts().total()).containsExactly(0L);
        assertThat(program.device.liveAllocations()).isOne();
        program.set(x, 0, 0, 0, 0);
        end.finish();
        assertThat(program.bytes(x, 4)).containsExactly(1, 2, 3, 4);
        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isZero();
    }

    @Test
    void keepsARowThatIsMappedAnewBeforeItsExitIsFinished() {
        data.begin(List.of(map(x, 4, TO)));
        var end = data.startEnd(first, List.of(map(x, 4)));

        var begin = data.startBegin(second, List.of(map(x, 4, TO, ALWAYS)));
        end.finish();

        assertThat(data.mappings()).extracting(row -> row.counts().total()).containsExactly(1L);
        begin.finish();
        assertThat(read()).containsExactly(1, 2, 3, 4);
        data.end(List.of(map(x, 4)));
        assertThat(program.device.liveAllocations()).isZero();
    }

    @Test
    void removesARowWithTheLastOfSeveralExitsThatAreUnderWay() {
        data.begin(List.of(map(x, 4, TO)));
        var one = data.startEnd(first, List.of(map(x, 4, DELETE)));
        var other = data.startEnd(second, List.of(map(x, 4, FROM, ALWAYS)));

        one.finish();
        assertThat(program.device.liveAllocations()).isOne();
        other.finish();

        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isZero();
    }

    @Test
    void leavesNothingOfWhatWasMappedWhenTheDeviceFailed() {
        var started = data.startBegin(first, List.of(map(x, 4, TO)));
        program.device.breakDown();

        assertThatExceptionOfType(DeviceException.class).isThrownBy(started::finish);
        started.abandon();

        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isZero();
    }

    @Test
    void keepsWhatWasToBeUnmappedWhenTheDeviceFailed() {
        data.begin(List.of(map(x, 4, TO)));
        var before = data.mappings();
        var end = data.startEnd(first, List.of(map(x, 4, FROM)));
        program.device.breakDown();

        assertThatExceptionOfType(DeviceException.class).isThrownBy(end::finish);
        end.abandon();

        assertThat(data.mappings()).isEqualTo(before);
        assertThat(program.device.liveAllocations()).isOne();
    }

    @Test
    void keepsWhatOthersHaveMappedSince() {
        var one = data.startBegin(first, List.of(map(x, 4, TO)));
        var other = data.startBegin(second, List.of(map(x, 4, TO)));

        one.abandon();
        other.finish();

        assertThat(data.mappings()).extracting(row -> row.counts().total()).containsExactly(1L);
        assertThat(read()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void removesWithTheExitOfAnotherWhatWasAbandoned() {
        var begin = data.startBegin(first, List.of(map(x, 4, TO)));
        var end = data.startEnd(second, List.of(map(x, 4)));

        begin.abandon();
        assertThat(program.device.liveAllocations()).isOne();
        end.finish();

        assertThat(data.mappings()).isEmpty();
        assertThat(program.device.liveAllocations()).isZero();
    }

    private byte[] read() {
        return program.onDevice(x, 4);
    }
}
