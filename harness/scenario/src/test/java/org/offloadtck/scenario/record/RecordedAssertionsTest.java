package org.offloadtck.scenario.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedAssertionsTest {

    @Test
    void notesWhatAssertionsExamineInTheirOrder() {
        RecordedAssertions.drain();

        RecordedAssertions.assertThat(4711L).isEqualTo(4711);
        RecordedAssertions.assertThat(List.of("a", "b")).hasSize(2);
        RecordedAssertions.assertThat(new byte[] {0x7f, 'E'}).isNotEmpty();

        assertThat(RecordedAssertions.drain())
                .containsExactly("4711L", "[\"a\", \"b\"]", "2 bytes: 7f 45");
        assertThat(RecordedAssertions.drain()).isEmpty();
    }

    @Test
    void notesNothingThatDiffersBetweenTwoRuns() throws IOException {
        var file = Files.createTempFile("offload-tck-", ".o");
        try {
            var text =
                    "%s: %s at 0x7ffdeadbeef0, entry __omp_offloading_fe00_1a2b_main_l4, %s"
                            .formatted(file, new Object(), MemorySegment.ofArray(new byte[8]));

            assertThat(RecordedAssertions.stable(text))
                    .isEqualTo(
                            "[temporary file]: java.lang.Object at [address], entry"
                                    + " __omp_offloading_[file]_main_l4, 8 bytes");
        } finally {
            Files.delete(file);
        }
    }

    @Test
    void writesTheEntriesOfAMapInOneOrder() {
        assertThat(RecordedAssertions.stable("Located[texts=[{triple=$1, arch=2}, {a, b=1}]]"))
                .isEqualTo("Located[texts=[{arch=2, triple=$1}, {a, b=1}]]");
    }
}
