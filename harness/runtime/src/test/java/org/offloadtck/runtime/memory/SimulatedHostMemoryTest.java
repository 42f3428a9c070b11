package org.offloadtck.runtime.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;
import org.offloadtck.runtime.memory.HostSegment.Access;

final class SimulatedHostMemoryTest {

    private final SimulatedHostMemory memory = new SimulatedHostMemory();

    @Test
    void readsWhatWasLoadedLittleEndian() {
        memory.load(".data", 0x1000, Access.READ_WRITE, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

        assertThat(memory.i32(0x1002, "field")).isEqualTo(0x06050403);
        assertThat(memory.i64(0x1000, "field")).isEqualTo(0x0807060504030201L);
    }

    @Test
    void namesTheFieldThatLiesWhereNoMemoryIs() {
        memory.load(".data", 0x1000, Access.READ_WRITE, new byte[8]);

        assertFault(() -> memory.i32(0x1008, "NumDeviceImages"), 0x1008)
                .withMessage("host memory: 0x1008: NumDeviceImages lies where no memory is");
    }

    @Test
    void namesTheFieldThatRunsPastTheEndOfItsSegment() {
        memory.load(".data", 0x1000, Access.READ_WRITE, new byte[8]);

        assertFault(() -> memory.i64(0x1004, "ImageStart"), 0x1004)
                .withMessage(
                        "host memory: 0x1004: ImageStart needs 8 bytes when .data [0x1000, 0x1008)"
                                + " has 4 there");
    }

    @Test
    void rejectsSizesNoMemoryHas() {
        memory.load(".data", 0x1000, Access.READ_WRITE, new byte[8]);

        assertFault(() -> memory.read(0x1000, -1, "image"), 0x1000);
        assertFault(() -> memory.read(0x1000, Long.MAX_VALUE, "image"), 0x1000);
    }

    @Test
    void readsNothingAnywhere() {
        assertThat(memory.read(0xdead, 0, "empty").byteSize()).isZero();
        assertThat(memory.write(0xdead, 0, "empty").byteSize()).isZero();
    }

    @Test
    void keepsReadOnlySegmentsFromBeingWritten() {
        memory.load(".rodata", 0x1000, Access.READ_ONLY, new byte[8]);

        assertFault(() -> memory.putI64(0x1000, 1, "copied data"), 0x1000)
                .withMessage(
                        "host memory: 0x1000: copied data cannot be written: .rodata [0x1000,"
                                + " 0x1008) is read-only");
    }

    @Test
    void allocatesZeroedMemoryAtTheSameAddressesOnEveryRun() {
        HostSegment first = memory.allocate("x", 1);
        HostSegment second = memory.allocate("y", 4097);
        HostSegment third = memory.allocate("z", 8);

        assertThat(first.address()).isEqualTo(0x7000_0000_0000L);
        assertThat(second.address()).isEqualTo(0x7000_0000_2000L);
        assertThat(third.address()).isEqualTo(0x7000_0000_5000L);
        assertThat(memory.i64(third.address(), "z")).isZero();
    }

    @Test
    void keepsWhatIsWritten() {
        HostSegment x = memory.allocate("x", 16);

        memory.putI64(x.address() + 3, 0x1122334455667788L, "x");

        assertThat(memory.i64(x.address() + 3, "x")).isEqualTo(0x1122334455667788L);
    }

    @Test
    void rejectsASegmentOverAnother() {
        memory.load(".text", 0x1000, Access.READ_ONLY, new byte[16]);

        assertFault(() -> memory.load(".data", 0x100f, Access.READ_WRITE, new byte[1]), 0x100f);
        assertFault(() -> memory.load(".data", 0xfff, Access.READ_WRITE, new byte[2]), 0xfff);
    }

    @Test
    void readsStringsUpToTheirNul() {
        memory.load(".rodata", 0x1000, Access.READ_ONLY, "a\0bc".getBytes(UTF_8));

        assertThat(memory.string(0x1000, "name")).isEqualTo("a");
        assertFault(() -> memory.string(0x1002, "name"), 0x1002)
                .withMessage(
                        "host memory: 0x1002: name has no NUL before .rodata [0x1000, 0x1004)"
                                + " ends");
    }

    @Test
    void comparesAddressesUnsigned() {
        memory.load("high", 0xffff_ffff_ffff_f000L, Access.READ_WRITE, new byte[] {9});
        memory.load("low", 0x1000, Access.READ_WRITE, new byte[] {7});

        assertThat(memory.segments()).extracting(HostSegment::name).containsExactly("low", "high");
        assertThat(memory.read(0xffff_ffff_ffff_f000L, 1, "byte").byteSize()).isOne();
    }

    private static ThrowableAssertAlternative<OffloadException> assertFault(
            ThrowingCallable access, long address) {
        return assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(access)
                .matches(fault -> fault.rule() == RuntimeRule.HOST_ADDRESS)
                .matches(fault -> fault.address() == address);
    }
}
