package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs that are linked with the kit's NCCL (`nccl_collectives.c`, `nccl_communicators.c`), on
/// a machine of three devices.
class NcclTest extends EmulatedPrograms {

    private NativeProgram.Ended run(String source, String... words) throws IOException {
        place.useLibrary("libnccl.so.2");
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile(source).toString();
        var command = new ArrayList<>(List.of("--devices=3", "--check=all", "--", program));
        command.addAll(List.of(words));
        return place.run(exec, command.toArray(String[]::new));
    }

    private static void assertRight(NativeProgram.Ended ended, Stream<String> lines) {
        assertThat(ended.output().lines()).containsExactlyElementsOf(lines.toList());
        assertThat(ended.errors())
                .contains(" on the simulated GPU (t4)")
                .doesNotContain("finding ");
        assertThat(ended.status()).isZero();
    }

    @Test
    void collectiveCallsAreRightForAllTypes() throws IOException {
        var types =
                Stream.of(
                        "s8", "u8", "s32", "u32", "s64", "u64", "f16", "f32", "f64", "bf16", "e4m3",
                        "e5m2");
        var each =
                types.flatMap(type ->
                        Stream.of(
                                type + " reductions: 0 wrong of 1509",
                                type + " copies: 0 wrong of 738"));
        var limits =
                Stream.of(
                        "f64 long reductions: 0 wrong of 1137003",
                        "f32 long copies: 0 wrong of 4650015",
                        "e4m3 halves: 0 wrong of 256",
                        "e5m2 halves: 0 wrong of 256",
                        "limits: 2147483645 4",
                        "limits: 2147483645 4",
                        "limits: 2147483645 4");

        assertRight(run("nccl_collectives"), Stream.concat(each, limits));
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "processes", "group", "graph", "abort"})
    void ranksCommunicate(String ranks) throws IOException {
        assertRight(run("nccl_communicators", ranks), Stream.of("ok"));
    }

    /// They launch no kernel.
    @ParameterizedTest
    @ValueSource(strings = {"arguments", "later", "release11"})
    void callsWithoutResultsEndAsDocumented(String mode) throws IOException {
        var ended = run("nccl_communicators", mode);

        assertThat(ended.output()).isEqualTo("ok");
        assertThat(ended.errors()).doesNotContain("finding ");
    }

    /// The program ends without freeing what it has in the failed context.
    @Test
    void aStreamFailsIfItsRankWaitsForEver() throws IOException {
        assertThat(run("nccl_communicators", "alone").output()).isEqualTo("ok");
    }

    @Test
    void callsThatDoNotMatchAreReported() throws IOException {
        assertRight(
                run("nccl_communicators", "mismatch"),
                Stream.of(
                        "rank 1: the call is ncclAllReduce with a count of 1 (type 7, operation 0, root 0), when it"
                                + " should be ncclAllReduce with a count of 1 (type 2, operation 0, root 0) as in rank 0",
                        "ncclRecv: rank 2: 8 bytes, when it should be the 4 of rank 0",
                        "ok"));
    }

    /// The kit is built without clang, so that its kernels are kept as PTX.
    @Test
    void theKernelsAreThoseOfTheirSource() throws IOException {
        new KernelSource("nccl").assertCompilesTo(folder, 1);
    }
}
