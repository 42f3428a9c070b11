package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.ATTACH;
import static org.offloadtck.object.offload.abi.MapType.CLOSE;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.PRESENT;
import static org.offloadtck.object.offload.abi.MapType.RETURN_PARAM;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;
import org.offloadtck.runtime.memory.TransferCounts;
import org.offloadtck.runtime.table.Mapping;

/// Differences between editions, storage that host and device share, and descriptors of Fortran.
final class EditionMappingTest {

    @Test
    void namesTheBitThatTheEditionDoesNotKnow() {
        var program = new MappedProgram(FakeDevice.with(), "llvm-16");
        long x = program.variable(1);

        assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(() -> program.data.begin(List.of(map(x, 8, TO, ATTACH))))
                .matches(fault -> fault.rule() == RuntimeRule.MAP_TYPE)
                .withMessageEndingWith(
                        "has type bits 0x4000 [ATTACH], which this edition does not know");
    }

    @Test
    void mapsMoreThanWasNamedWhereTheEditionAlignsOnTheHost() {
        var program = new MappedProgram(FakeDevice.with(), "llvm-16");
        long s = program.variable(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        var members =
                List.of(
                        new MapArgument(s, s + 12, 4, 0),
                        new MapArgument(
                                s, s + 12, 4, MapType.asMemberOf(0, MapType.mask(TO, FROM))));

        program.data.begin(members);

        assertThat(program.data.mappings())
                .extracting(row -> List.of(row.begin() - s, row.size(), row.device().offset()))
                .containsExactly(List.of(8L, 8L, 0L));
        assertThat(program.onDevice(s + 12, 4)).containsExactly(13, 14, 15, 16);
        program.data.end(members);
        assertThat(program.data.mappings()).isEmpty();
    }

    @Test
    void mapsNothingThatHostAndDeviceShareUnlessItIsToBeClose() {
        var program = new MappedProgram();
        long x = program.variable(1, 2);
        long y = program.variable(3, 4);
        program.data.useUnifiedSharedMemory();

        var returned =
                program.data.begin(
                        List.of(
                                map(x, 2, TO, FROM, PRESENT),
                                map(x, 2, RETURN_PARAM),
                                map(y, 2, TO, CLOSE)));

        assertThat(returned.values()).containsExactly(x);
        assertThat(program.data.mappings()).extracting(Mapping::begin).containsExactly(y);
        assertThat(program.channel.transferCounts()).isEqualTo(new TransferCounts(2, 0, 0));
        program.data.end(List.of(map(x, 2, TO, FROM), map(y, 2, FROM, CLOSE)));
        assertThat(program.data.mappings()).isEmpty();
    }

    @Test
    void attachesADescriptorWithWhatIsBehindItsPointer() {
        var program = new MappedProgram();
        long x = program.variable(1, 2, 3, 4);
        long descriptor = program.host.allocate("descriptor", 24).address();
        program.host.putI64(descriptor, x, "base");
        program.host.putI64(descriptor + 8, 4, "extent");
        program.host.putI64(descriptor + 16, 1, "stride");

        program.data.begin(
                List.of(
                        map(descriptor, 24, TO),
                        map(x, 4, TO),
                        new MapArgument(descriptor, x, 24, MapType.mask(ATTACH))));
        program.host.putI64(descriptor + 8, 99, "extent");
        program.data.update(List.of(map(descriptor, 24, TO)));

        long device = program.data.translate(x, 4).orElseThrow().address().orElseThrow();
        var bytes =
                ByteBuffer.wrap(program.onDevice(descriptor, 24)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.getLong(0)).isEqualTo(device);
        assertThat(bytes.getLong(8)).isEqualTo(4);
        program.data.update(List.of(map(descriptor, 24, FROM)));
        assertThat(program.host.i64(descriptor, "base")).isEqualTo(x);
        assertThat(program.host.i64(descriptor + 8, "extent")).isEqualTo(4);
    }
}
