package org.offloadtck.implementation.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.Artifact;

final class DamagedExecutableTest {

    private static final Artifact EXECUTABLE = ZaxpyPipeline.executable("llvm-16");

    /// The last ten section headers, which end the file.
    private static final int SECTION_HEADERS = 10 * 64;

    private static final Set<VerdictKind> JUDGEMENTS =
            Set.of(
                    VerdictKind.PASS,
                    VerdictKind.FAIL_RUNTIME,
                    VerdictKind.FAIL_VALUE,
                    VerdictKind.HOST_FALLBACK,
                    VerdictKind.UNSUPPORTED);

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void runsOrFailsWithAVerdictWhateverBitsAreFlipped(long seed) {
        int size = EXECUTABLE.bytes().length;

        flip(new Random(seed), 0, size);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 4})
    void runsOrFailsWithAVerdictWhateverHeaderIsDamaged(long seed) {
        int size = EXECUTABLE.bytes().length;

        flip(new Random(seed), size - SECTION_HEADERS, size);
    }

    private static void flip(Random random, int from, int to) {
        for (int run = 0; run < 50; run++) {
            byte[] damaged = EXECUTABLE.bytes();
            int at = random.nextInt(from, to);
            damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            var artifact = Artifact.of(Stage.HOST_LINK, "zaxpy", damaged);

            var outcome = ZaxpyPipeline.run("llvm-16", artifact, ZaxpyPipeline.zaxpyDevice());

            assertThat(outcome.verdict().kind()).as("byte 0x%x", at).isIn(JUDGEMENTS);
        }
    }
}
