package org.offloadtck.offload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.diagnostic.RuntimeRule;

class ProcessMemoryTest {

    /// Three pages, and where they begin.
    private static final int SIZE = 3 * 4096;

    private static final long BASE = 0x7f00_0000_0000L;

    private static final long DEVICE_ADDRESS = 0x2000_0000_0000L;

    private final FakeClient process = new FakeClient(BASE, SIZE);
    private final ProcessMemory memory = new ProcessMemory(address -> address == DEVICE_ADDRESS);

    @BeforeEach
    void enter() {
        memory.enter(process);
    }

    @Test
    void readsNumbersAcrossTheEndOfAPage() {
        process.bytes().set(JAVA_BYTE, 4092, (byte) 1);
        process.bytes().set(JAVA_BYTE, 4099, (byte) 2);

        assertThat(memory.i64(BASE + 4092, "size")).isEqualTo(0x0200_0000_0000_0001L);
    }

    @Test
    void asksForAPageOnceInACall() {
        memory.i64(BASE + 8, "first");
        memory.i32(BASE + 4000, "second");

        assertThat(process.asked()).containsExactly(BASE);

        memory.enter(process);
        memory.i64(BASE + 8, "first");

        assertThat(process.asked()).containsExactly(BASE, BASE);
    }

    @Test
    void seesWhatTheCallHasWritten() {
        assertThat(memory.i64(BASE, "size")).isZero();

        memory.putI64(BASE, 42, "size");

        assertThat(memory.i64(BASE, "size")).isEqualTo(42);
    }

    @Test
    void readsWhatIsLargeAsAWhole() {
        var small = new ProcessMemory(address -> address == DEVICE_ADDRESS);
        var large = new FakeClient(BASE, 1 << 20);
        large.bytes().set(JAVA_BYTE, (1 << 20) - 1, (byte) 7);
        small.enter(large);

        var bytes = small.read(BASE, 1 << 20, "mapped data");

        assertThat(bytes.byteSize()).isEqualTo(1 << 20);
        assertThat(bytes.get(JAVA_BYTE, (1 << 20) - 1)).isEqualTo((byte) 7);
        assertThat(large.asked()).hasSize(3);
    }

    @Test
    void namesTheFieldThatLiesWhereNoMemoryIs() {
        assertFault(() -> memory.i64(BASE - 8, "ImageStart"), BASE - 8)
                .withMessageEndingWith("ImageStart lies where no memory is");
        assertFault(() -> memory.i64(DEVICE_ADDRESS, "mapped data"), DEVICE_ADDRESS)
                .withMessageEndingWith(
                        "mapped data is memory of a device when it should be memory of the host");
        assertFault(() -> memory.requireWritable(BASE - 8, 8, "data"), BASE - 8);
        assertFault(() -> memory.string(0, "name"), 0);
    }

    @Test
    void namesTheFieldThatRunsPastTheEndOfMemory() {
        assertFault(() -> memory.i64(BASE + SIZE - 4, "ImageEnd"), BASE + SIZE - 4)
                .withMessageEndingWith("ImageEnd needs 8 bytes when memory ends before");
        assertFault(() -> memory.read(BASE, 1L << 40, "image"), BASE)
                .withMessageEndingWith("image needs 1099511627776 bytes when memory ends before");
        assertFault(() -> memory.requireWritable(BASE, SIZE + 1, "data"), BASE + SIZE);
    }

    @Test
    void refusesSizesNoMemoryHas() {
        assertFault(() -> memory.read(BASE, -1, "image"), BASE);
        assertFault(() -> memory.read(-8, 16, "image"), -8);
    }

    @Test
    void readsNothingAnywhere() {
        assertThat(memory.read(0xdead, 0, "empty").byteSize()).isZero();
        assertThat(process.asked()).isEmpty();
    }

    @Test
    void readsAStringAcrossTheEndOfAPage() {
        MemorySegment.copy(
                MemorySegment.ofArray("name\0more".getBytes(UTF_8)), 0, process.bytes(), 4094, 9);

        assertThat(memory.string(BASE + 4094, "name")).isEqualTo("name");
    }

    @Test
    void refusesAStringWithoutAnEnd() {
        process.bytes().fill((byte) 'x');

        assertFault(() -> memory.string(BASE + SIZE - 2, "entry name"), BASE + SIZE - 2)
                .withMessageEndingWith("entry name has no NUL before memory ends");
    }

    @Test
    void refusesToWriteWhereTheProcessCannot() {
        assertFault(
                () -> memory.put(BASE - 1, MemorySegment.ofArray(new byte[4]), "copied data"),
                BASE - 1);
    }

    @Test
    void hasNothingBetweenCalls() {
        memory.leave();

        assertFault(() -> memory.i64(BASE, "size"), BASE);
        assertFault(() -> memory.putI64(BASE, 1, "size"), BASE);
    }

    private static ThrowableAssertAlternative<OffloadException> assertFault(
            ThrowingCallable access, long address) {
        return assertThatExceptionOfType(OffloadException.class)
                .isThrownBy(access)
                .matches(fault -> fault.rule() == RuntimeRule.HOST_ADDRESS)
                .matches(fault -> fault.address() == address);
    }
}
