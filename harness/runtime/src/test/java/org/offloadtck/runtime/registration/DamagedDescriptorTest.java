package org.offloadtck.runtime.registration;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.profile.AbiProfile;
import org.offloadtck.object.profile.AbiProfiles;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.offloadtck.runtime.memory.HostSegment;
import org.offloadtck.runtime.memory.SimulatedHostMemory;
import org.offloadtck.runtime.program.ProgramLayout;

/// Flips every bit of all data that a small program registers: the runtime reads it or rejects it
/// with its own exception.
final class DamagedDescriptorTest {

    @ParameterizedTest
    @ValueSource(strings = {"documented", "llvm-16", "llvm-19", "llvm-22"})
    void readsOrRejectsEveryFlippedBit(String id) {
        AbiProfile profile = AbiProfiles.load().profile(id);
        var memory = new SimulatedHostMemory();
        var layout = new ProgramLayout(memory, profile);
        layout.region("k");
        layout.variable("v", new byte[2]);
        layout.image(new TargetId("t", "a"), new byte[] {1, 2, 3});
        long descriptor = layout.descriptor();
        var reader = new LibraryReader(memory, profile);
        int refused = 0;

        for (HostSegment segment : memory.segments()) {
            for (long bit = 0; bit < segment.bytes().byteSize() * 8; bit++) {
                flip(segment.bytes(), bit);
                if (isRefused(reader, descriptor, segment, bit)) {
                    refused++;
                }
                flip(segment.bytes(), bit);
            }
        }

        assertThat(refused).isGreaterThan(200);
        assertThat(reader.read(descriptor).entries()).hasSize(2);
    }

    private static boolean isRefused(
            LibraryReader reader, long descriptor, HostSegment segment, long bit) {
        try {
            reader.read(descriptor);
            return false;
        } catch (OffloadException _) {
            return true;
        } catch (RuntimeException foreign) {
            return fail("bit %d of %s".formatted(bit, segment), foreign);
        }
    }

    private static void flip(MemorySegment bytes, long bit) {
        byte old = bytes.get(JAVA_BYTE, bit / 8);
        bytes.set(JAVA_BYTE, bit / 8, (byte) (old ^ 1 << bit % 8));
    }
}
