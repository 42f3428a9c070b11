package org.offloadtck.runtime.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.offloadtck.object.offload.abi.MapType.ALWAYS;
import static org.offloadtck.object.offload.abi.MapType.FROM;
import static org.offloadtck.object.offload.abi.MapType.IMPLICIT;
import static org.offloadtck.object.offload.abi.MapType.NON_CONTIG;
import static org.offloadtck.object.offload.abi.MapType.PRESENT;
import static org.offloadtck.object.offload.abi.MapType.TO;
import static org.offloadtck.runtime.mapping.MappedProgram.map;

import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.object.offload.abi.MapType;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.runtime.argument.MapArgument;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.fake.FakeDevice;

/// Constructs that break a rule: the rule, the address, and that they change nothing.
final class IllegalMappingTest {

    private final MappedProgram program = new MappedProgram();
    private final DataEnvironment data = program.data;
    private final long x = program.variable(1, 2, 3, 4, 5, 6, 7, 8);
    private final long other = program.variable(9);

    @BeforeEach
    void mapTheMiddle() {
        data.begin(List.of(map(x + 2, 4, TO)));
    }

    @Test
    void rejectsToExtendAMappingAtItsEnd() {
        assertRejected(
                        () -> data.begin(List.of(map(x + 4, 4, TO))),
                        RuntimeRule.NO_EXTENSION,
                        x + 4)
                .hasMessage(
                        "targetDataBegin: 0x%x: explicit extension not allowed: host address specified is 0x%x (4 bytes), but device allocation maps to host at 0x%x (4 bytes)"
                                .formatted(x + 4, x + 4, x + 2));
    }

    @Test
    void rejectsToExtendAMappingAtItsBegin() {
        assertRejected(() -> data.begin(List.of(map(x, 3, TO))), RuntimeRule.NO_EXTENSION, x);
    }

    @Test
    void rejectsToEncloseAMapping() {
        assertRejected(() -> data.begin(List.of(map(x, 8, TO))), RuntimeRule.NO_EXTENSION, x);
    }

    @Test
    void letsAnImplicitMapReuseWhatItOverlaps() {
        data.begin(List.of(map(x, 8, TO, IMPLICIT)));

        assertThat(data.mappings().getFirst().counts().dynamic()).isEqualTo(2);
        assertThat(data.translate(x, 8).orElseThrow().offset()).isEqualTo(-2);
    }

    @Test
    void rejectsToCopyPastTheEndOfAMapping() {
        assertRejected(
                () -> data.begin(List.of(map(x, 8, TO, IMPLICIT, ALWAYS))),
                RuntimeRule.NO_EXTENSION,
                x);
    }

    @Test
    void rejectsPresentOnEntryExitAndUpdateOfWhatIsNotThere() {
        var present = List.of(map(other, 1, TO, PRESENT));

        assertRejected(() -> data.begin(present), RuntimeRule.PRESENT, other);
        assertRejected(() -> data.end(present), RuntimeRule.PRESENT, other);
        assertRejected(() -> data.update(present), RuntimeRule.PRESENT, other)
                .hasMessage(
                        "targetDataUpdate: 0x%x: device mapping required by 'present' motion modifier does not exist for host address 0x%x (1 bytes)"
                                .formatted(other, other));
    }

    @Test
    void undoesEarlierArgumentsWhenALaterOneIsRejected() {
        assertRejected(
                () -> data.begin(List.of(map(other, 1, TO), map(x + 2, 1), map(x, 8, TO))),
                RuntimeRule.NO_EXTENSION,
                x);
        assertRejected(
                () -> data.end(List.of(map(other, 1, PRESENT), map(x + 2, 4, FROM))),
                RuntimeRule.PRESENT,
                other);
    }

    @Test
    void rejectsHostMemoryThatIsNotThere() {
        assertRejected(() -> data.begin(List.of(map(0x10, 4, TO))), RuntimeRule.HOST_ADDRESS, 0x10);
        assertRejected(
                () -> data.begin(List.of(map(x + 6, 4, TO))), RuntimeRule.HOST_ADDRESS, x + 6);
    }

    @Test
    void rejectsSizesAndParentsNoCompilerEmits() {
        assertRejected(() -> data.begin(List.of(map(x, -1))), RuntimeRule.MAP_ARGUMENT, x);
        assertRejected(() -> data.begin(List.of(map(-8, 16))), RuntimeRule.MAP_ARGUMENT, -8);
        assertRejected(
                () ->
                        data.begin(
                                List.of(
                                        new MapArgument(
                                                x, x, 1, MapType.asMemberOf(1, MapType.mask(TO))))),
                RuntimeRule.MAP_ARGUMENT,
                x);
        assertRejected(
                () -> data.begin(List.of(map(x, 1, TO, NON_CONTIG))), RuntimeRule.MAP_ARGUMENT, x);
    }

    @Test
    void changesNothingWhenTheDeviceIsFull() {
        var before = state();
        long tooMuch = FakeDevice.CAPACITY + 1;

        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(() -> data.begin(List.of(map(other, 1, TO), map(1 << 30, tooMuch))));

        assertThat(state()).isEqualTo(before);
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRejected(
            ThrowingCallable construct, RuntimeRule rule, long address) {
        var before = state();
        var refusal =
                assertThatExceptionOfType(OffloadException.class)
                        .isThrownBy(construct)
                        .matches(fault -> fault.rule() == rule, "breaks " + rule)
                        .matches(fault -> fault.address() == address, "at the address")
                        .actual();
        assertThat(state()).isEqualTo(before);
        return assertThat((Throwable) refusal);
    }

    private List<Object> state() {
        return List.of(
                data.mappings(),
                program.device.liveAllocations(),
                program.channel.transferCounts());
    }
}
