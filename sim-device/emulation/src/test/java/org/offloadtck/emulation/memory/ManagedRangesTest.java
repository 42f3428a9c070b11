package org.offloadtck.emulation.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.ClientProgram;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.DriverResult;

/// `cuMemRangeGetAttribute` after `cuMemAdvise` and `cuMemPrefetchAsync`.
class ManagedRangesTest {

    private static final int PAGE = 4096;
    private static final int GLOBAL = 1;
    private static final int CPU = -1;
    private static final int INVALID = -2;

    private static final int READ_MOSTLY = 1;
    private static final int PREFERRED = 2;
    private static final int ACCESSED_BY = 3;
    private static final int LAST_PREFETCH = 4;

    private ClientProgram program;
    private long memory;

    @BeforeEach
    void begin() {
        program = ClientProgram.run("--devices", "2").ready();
        memory = program.ok(DriverFunction.CU_MEM_ALLOC_MANAGED, 4 * PAGE, GLOBAL);
    }

    @AfterEach
    void end() {
        program.close();
    }

    private void advise(long address, int bytes, int advice, int place) {
        program.ok(DriverFunction.CU_MEM_ADVISE, address, bytes, advice, place);
    }

    private int[] of(int attribute, int values, long address, int bytes) {
        var reply =
                program.call(
                        DriverFunction.CU_MEM_RANGE_GET_ATTRIBUTE,
                        values * Integer.BYTES,
                        attribute,
                        address,
                        bytes);
        assertThat(reply.result()).isEqualTo(DriverResult.SUCCESS);
        var numbers = new int[values];
        ByteBuffer.wrap(reply.buffers().getFirst())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(numbers);
        return numbers;
    }

    private int of(int attribute, int bytes) {
        return of(attribute, 1, memory, bytes)[0];
    }

    @Test
    void nothingIsAdvisedAtFirst() {
        assertThat(
                        Arrays.stream(new int[] {1, 2, 3, 4, 5, 7})
                                .map(attribute -> of(attribute, 4 * PAGE)))
                .containsExactly(0, INVALID, INVALID, INVALID, 0, 0);
    }

    /// A range is rounded to pages of the host, and the answer is that of all its pages.
    @Test
    void aRangeHasWhatAllItsPagesHave() {
        advise(memory + PAGE, PAGE + 1, 1, 0);

        assertThat(of(READ_MOSTLY, 1, memory + PAGE, 2 * PAGE)).containsExactly(1);
        assertThat(of(READ_MOSTLY, 1, memory + 3 * PAGE - 1, 1)).containsExactly(1);
        assertThat(of(READ_MOSTLY, 1, memory + PAGE - 1, 2)).containsExactly(0);
        assertThat(of(READ_MOSTLY, 1, memory + 2 * PAGE, 2 * PAGE)).containsExactly(0);
        advise(memory, 4 * PAGE, 2, 0);
        assertThat(of(READ_MOSTLY, 1, memory + PAGE, PAGE)).containsExactly(0);
    }

    @Test
    void thePreferredLocationIsADeviceOrTheHost() {
        advise(memory, 4 * PAGE, 3, 1);
        assertThat(of(PREFERRED, 4 * PAGE)).isEqualTo(1);
        assertThat(of(5, 4 * PAGE)).isEqualTo(1);
        assertThat(of(6, 4 * PAGE)).isEqualTo(1);
        advise(memory, 1, 3, CPU);
        assertThat(of(PREFERRED, PAGE)).isEqualTo(CPU);
        assertThat(of(5, PAGE)).isEqualTo(2);
        assertThat(of(PREFERRED, 4 * PAGE)).isEqualTo(INVALID);
        assertThat(of(5, 4 * PAGE)).isZero();
        advise(memory, 4 * PAGE, 4, 0);
        assertThat(of(PREFERRED, PAGE)).isEqualTo(INVALID);
    }

    @Test
    void devicesThatAccessAllPagesAreListed() {
        advise(memory, 4 * PAGE, 5, 1);
        advise(memory, PAGE, 5, 0);

        assertThat(of(ACCESSED_BY, 3, memory, PAGE)).containsExactly(0, 1, INVALID);
        assertThat(of(ACCESSED_BY, 1, memory, PAGE)).containsExactly(0);
        assertThat(of(ACCESSED_BY, 2, memory, 4 * PAGE)).containsExactly(1, INVALID);
        advise(memory, PAGE, 6, 1);
        assertThat(of(ACCESSED_BY, 1, memory, 4 * PAGE)).containsExactly(INVALID);
    }

    @Test
    void theLastPrefetchIsThatOfAllPages() {
        program.ok(DriverFunction.CU_MEM_PREFETCH_ASYNC, memory, PAGE, 1, 0);
        assertThat(of(LAST_PREFETCH, PAGE)).isEqualTo(1);
        assertThat(of(LAST_PREFETCH, 2 * PAGE)).isEqualTo(INVALID);
        program.ok(DriverFunction.CU_MEM_PREFETCH_ASYNC, memory, 2 * PAGE, CPU, 0);
        assertThat(of(LAST_PREFETCH, 2 * PAGE)).isEqualTo(CPU);
        assertThat(of(7, 2 * PAGE)).isEqualTo(2);
    }

    @Test
    void memoryThatIsAllocatedAgainIsUnadvised() {
        advise(memory, PAGE, 1, 0);
        program.ok(DriverFunction.CU_MEM_FREE, memory);
        assertThat(program.result(DriverFunction.CU_MEM_RANGE_GET_ATTRIBUTE, 4, 1, memory, PAGE))
                .isEqualTo(DriverResult.INVALID_VALUE);

        memory = program.ok(DriverFunction.CU_MEM_ALLOC_MANAGED, PAGE, GLOBAL);
        assertThat(of(READ_MOSTLY, PAGE)).isZero();
    }

    @ParameterizedTest(name = "{0} bytes of attribute {1}, {2} bytes of memory")
    @CsvSource({
        "8, 1, 1",
        "0, 1, 1",
        "0, 3, 1",
        "6, 3, 1",
        "4, 0, 1",
        "4, 9, 1",
        "4, 1, 0",
        "4, 1, 16385"
    })
    void argumentsAreValidated(int size, int attribute, int bytes) {
        assertThat(
                        program.result(
                                DriverFunction.CU_MEM_RANGE_GET_ATTRIBUTE,
                                size,
                                attribute,
                                memory,
                                bytes))
                .isEqualTo(DriverResult.INVALID_VALUE);
    }
}
