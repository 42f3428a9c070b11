package org.offloadtck.emulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.emulation.api.Client;
import org.offloadtck.emulation.api.RunOpening;

class RunRegistryTest {

    /// Bytes of addresses that one memory pool of llama.cpp reserves (`CUDA_POOL_VMM_MAX_SIZE`).
    private static final long POOL = 32L << 30;

    private static final long MEMORY_OF_A_T4 = 15L << 30;

    /// Programs reserve addresses for memory that they may add later: a pool of each stream is
    /// twice the memory of a T4.
    @Test
    void programsCanReserveMoreAddressesThanTheDeviceHasMemory() {
        var registry = new RunRegistry();
        var run = (RunOpening.Opened) registry.openRun(List.of("--device", "t4"));

        long bytes = registry.deviceBytes(new Client(1, run.run()));

        assertThat(bytes).isGreaterThan(MEMORY_OF_A_T4 + 8 * POOL);
    }
}
