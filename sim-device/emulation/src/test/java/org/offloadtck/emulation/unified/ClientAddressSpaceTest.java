package org.offloadtck.emulation.unified;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The address space of a process: here that of the tests, and that of one which has ended.
@EnabledOnOs(OS.LINUX)
class ClientAddressSpaceTest {

    private static final int BYTES = 64;

    /// No process has memory at the first page (`vm.mmap_min_addr`).
    private static final long NOWHERE = 16;

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment theirs = arena.allocate(BYTES);
    private final MemorySegment ours = arena.allocate(BYTES);
    private final ClientAddressSpace space =
            new ClientAddressSpace(
                    ProcessHandle.current().pid(), ClientAddressSpace.Access.UNIFIED);

    @Test
    void bytesAreReadAndWritten() {
        theirs.fill((byte) 5);

        assertThat(space.read(theirs.address(), ours.address(), BYTES)).isTrue();
        assertThat(ours.get(ValueLayout.JAVA_BYTE, BYTES - 1)).isEqualTo((byte) 5);
        ours.fill((byte) 6);
        assertThat(space.write(theirs.address(), ours.address(), BYTES)).isTrue();
        assertThat(theirs.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 6);
        assertThat(space.isWritable(theirs.address())).isTrue();
    }

    @Test
    void anAddressWithoutMemoryIsAnAnswer() {
        assertThat(space.read(NOWHERE, ours.address(), BYTES)).isFalse();
        assertThat(space.write(NOWHERE, ours.address(), BYTES)).isFalse();
        assertThat(space.isWritable(NOWHERE)).isFalse();
        assertThat(space.describe(NOWHERE))
                .startsWith("where the process has no memory: ")
                .contains(" bytes before ");
    }

    @Test
    void anAddressThatKernelsMayNotUseIsDescribedByItsMapping() {
        var closed =
                new ClientAddressSpace(
                        ProcessHandle.current().pid(), ClientAddressSpace.Access.NONE);

        assertThat(closed.isAvailable()).isFalse();
        // A static pointer of some library may lead into the same mapping, which is then named too.
        assertThat(closed.describe(theirs.address()))
                .matches(
                        "a host address that is not mapped to the device, in .* of the process"
                                + "(, \\d+ bytes from where pointer .* points)?");
    }

    @Test
    void theHelperExchanges() {
        space.attach(
                new ClientMemoryThread() {

                    @Override
                    public boolean read(long address, MemorySegment target) {
                        return false;
                    }

                    @Override
                    public boolean write(long address, MemorySegment source) {
                        return false;
                    }

                    @Override
                    public OptionalLong compareAndExchange(
                            long address, int bytes, long expected, long next) {
                        return OptionalLong.of(address + bytes + expected + next);
                    }
                });

        assertThat(space.compareAndExchange(1000, 4, 200, 30)).hasValue(1234);
    }

    @Test
    void aProcessThatHasEndedHasNoMemory() throws IOException, InterruptedException {
        var process = new ProcessBuilder("true").start();
        process.waitFor(1, TimeUnit.MINUTES);
        var ended = new ClientAddressSpace(process.pid(), ClientAddressSpace.Access.UNIFIED);

        assertThat(ended.hasEnded()).isTrue();
        assertThat(space.hasEnded()).isFalse();
        assertThat(ended.read(theirs.address(), ours.address(), BYTES)).isFalse();
        assertThat(ended.describe(theirs.address())).endsWith("it has ended");
    }
}
