package org.offloadtck.liboffload;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.offloadtck.plugin.LaunchSize;

class LaunchArgumentsTest {

    @Test
    void eachArgumentIsAlignedToItsSize() {
        try (var arena = Arena.ofConfined()) {
            var values = List.of(new byte[] {1}, new byte[] {2, 2, 2, 2}, new byte[] {3, 3});

            assertThat(LaunchArguments.of(values).in(arena).toArray(JAVA_BYTE))
                    .containsExactly(1, 0, 0, 0, 2, 2, 2, 2, 3, 3);
        }
    }

    @Test
    void aStructureIsAlignedToEightBytesAtMost() {
        try (var arena = Arena.ofConfined()) {
            var values = List.of(new byte[4], new byte[64], new byte[12], new byte[8]);

            assertThat(LaunchArguments.of(values).in(arena).byteSize())
                    .isEqualTo(8 + 64 + 12 + 4 + 8);
        }
    }

    @Test
    void aKernelWithoutParametersGetsNoStructure() {
        try (var arena = Arena.ofConfined()) {
            assertThat(LaunchArguments.of(List.of()).in(arena)).isEqualTo(MemorySegment.NULL);
        }
    }

    @Test
    void aShapeHasItsFieldsWhereTheApiDeclaresThem() {
        var size = new LaunchSize(new LaunchSize.Dim3(2, 3, 4), new LaunchSize.Dim3(5, 6, 7), 9);
        try (var arena = Arena.ofConfined()) {
            assertThat(LaunchArguments.size(arena, size).toArray(JAVA_INT))
                    .containsExactly(3, 0, 2, 3, 4, 5, 6, 7, 9, 0);
        }
    }
}
