package org.offloadtck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.command.ExitCode;

/// A kernel of a file, on a machine without a GPU.
class SimulateCommandTest {

    private static final String SCALE =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry _Z5scalejfPf(.param .u32 n, .param .f32 a, .param .u64 x)
            {
            .reg .pred %p;
            .reg .b32 %i, %n;
            .reg .f32 %a, %v;
            .reg .b64 %x;
            .shared .b8 kept[1024];
            ld.param.u32 %n, [n];
            ld.param.f32 %a, [a];
            ld.param.u64 %x, [x];
            mov.u32 %i, %tid.x;
            setp.ge.u32 %p, %i, %n;
            @%p ret;
            mad.wide.u32 %x, %i, 4, %x;
            ld.global.f32 %v, [%x];
            mul.f32 %v, %v, %a;
            st.global.f32 [%x], %v;
            ret;
            }
            """;

    @TempDir private Path folder = Path.of("");

    private final CommandRun kit = new CommandRun();

    /// A launch that scales two of three floats.
    private static final String[] TWO_OF_THREE = {
        "--block=32", "--arg=2", "--arg=2.5", "--arg=v=f32[3]"
    };

    private int simulate(String file, String... options) throws IOException {
        Files.writeString(folder.resolve("scale.ptx"), SCALE);
        var arguments =
                Stream.concat(Stream.of("simulate", path(file)), Stream.of(options))
                        .toArray(String[]::new);
        return kit.execute(arguments);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private static String bytes(Path file) throws IOException {
        var floats = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        return IntStream.range(0, floats.capacity() / 4)
                .mapToObj(i -> Float.toString(floats.getFloat(4 * i)))
                .toList()
                .toString();
    }

    @Test
    void aBufferIsFilledWorkedOnAndPrintedNumberByNumber() throws IOException {
        int status =
                simulate(
                        "scale.ptx",
                        "--block=32",
                        "--arg=2",
                        "--arg=2.5",
                        "--arg=v=f32[3]:fill=3",
                        "--out=v=-");

        assertThat(kit.err()).isEmpty();
        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(kit.out())
                .isEqualToNormalizingNewlines(
                        """
                        7.5
                        7.5
                        3.0
                        %s: _Z5scalejfPf<<<1, 32>>> on t4
                          thread instructions   202
                          warp instructions      11
                          global bytes read       8
                          global bytes written    8
                          shared bytes            0
                          barriers                0
                          divergences             0
                        """
                                .formatted(path("scale.ptx")));
    }

    @Test
    void theTimeItWouldTakeIsToldWithWhatItGoesTo() throws IOException {
        int status = simulate("scale.ptx", with(TWO_OF_THREE, "--device=sm_90/h200", "--timing"));

        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(kit.out()).contains(" cycles of h200, ").contains("    launch ");
    }

    @Test
    void aTimelineIsWrittenForViewers() throws IOException {
        int status =
                simulate(
                        "scale.ptx",
                        with(TWO_OF_THREE, "--json", "--trace-out=" + path("trace.json")));

        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(kit.out()).contains("\"timing\": {").contains("\"limiter\": \"ctas\"");
        assertThat(folder.resolve("trace.json"))
                .content()
                .startsWith("{\"traceEvents\":[")
                .contains("\"name\":\"CTA 0\"");
    }

    @Test
    void aBufferComesFromAFileAndGoesToOne() throws IOException {
        var input = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(1).putFloat(-2);
        Files.write(folder.resolve("in.bin"), input.array());

        int status =
                simulate(
                        "scale.ptx",
                        "--kernel=scale",
                        "--block=2",
                        "--arg=2",
                        "--arg=0x1p-1",
                        "--arg=f32[]:file=" + path("in.bin"),
                        "--out=x=" + path("out.bin"));

        assertThat(status).as(kit.err()).isEqualTo(ExitCode.OK);
        assertThat(bytes(folder.resolve("out.bin"))).isEqualTo("[0.5, -1.0]");
    }

    @Test
    void theSameSeedGivesTheSameNumbers() throws IOException {
        var options = new String[] {"--arg=0", "--arg=1", "--arg=u32[4]:seed=7", "--out=x=-"};

        simulate("scale.ptx", options);

        assertThat(kit.out()).startsWith("2742498328\n41356089");
    }

    @Test
    void jsonHasTheLaunchAndWhatItCounted() throws IOException {
        simulate(
                "scale.ptx",
                "--grid=2,3",
                "--shared=64",
                "--device=sm_90",
                "--arg=1",
                "--arg=1",
                "--arg=f32[1]",
                "--json");

        assertThat(kit.out())
                .startsWith("{\n  \"schema\": \"offload-tck-simulation\",\n  \"version\": 1,\n")
                .contains("\"device\": \"h100\"", "\"grid\": [ 2, 3, 1 ]")
                .contains("\"dynamicSharedBytes\": 64", "\"threadInstructions\": 66,")
                .endsWith("}\n");
    }

    @Test
    void aFaultOfTheKernelIsToldWithItsPlace() throws IOException {
        int status = simulate("scale.ptx", "--block=4", "--arg=4", "--arg=1", "--arg=small=f32[3]");

        assertThat(status).isEqualTo(ExitCode.UNEXPECTED);
        assertThat(kit.out())
                .contains(
                        "out of bounds: " + path("scale.ptx") + ":18:1: _Z5scalejfPf CTA (0, 0, 0)")
                .contains("thread (3, 0, 0): load of 4 bytes")
                .contains("0 bytes past the end of 'small'");
    }

    @Test
    void aCheckTellsWhatItFindsAndTurnsTheStatus() throws IOException {
        var options =
                new String[] {
                    "--grid=2", "--block=4", "--arg=4", "--arg=1", "--arg=x=f32[4]:unset"
                };

        assertThat(simulate("scale.ptx", options)).isEqualTo(ExitCode.OK);
        assertThat(simulate("scale.ptx", with(options, "--check=all", "--out=x=-")))
                .isEqualTo(ExitCode.UNEXPECTED);

        assertThat(kit.out())
                .contains(
                        "\nrace: %s:18:1: _Z5scalejfPf CTA (1, 0, 0)".formatted(path("scale.ptx")))
                .contains(
                        "\nuninitialised: ",
                        "copy of 16 bytes to the host has 16 uninitialised bytes");
    }

    private static String[] with(String[] options, String... more) {
        return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void threadsAndChecksAndTimingChangeNoResult() throws IOException {
        var options =
                new String[] {
                    "--block=4", "--arg=4", "--arg=3", "--arg=x=f32[4]:seed=1", "--out=x=-"
                };
        simulate("scale.ptx", with(options, "--threads=1"));
        var plain = kit.out();

        simulate("scale.ptx", with(options, "--check=all", "--timing"));

        assertThat(kit.out().substring(plain.length())).startsWith(plain).contains("cycles");
    }

    @Test
    void aBufferCanGoToSeveralPlaces() throws IOException {
        var file = path("v.bin");

        assertThat(simulate("scale.ptx", with(TWO_OF_THREE, "--out=v=-", "--out=v=" + file)))
                .isEqualTo(ExitCode.OK);

        assertThat(kit.out()).startsWith("0.0\n0.0\n0.0\n");
        assertThat(Path.of(file)).hasSize(12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --kernel=k --arg=1 --arg=1 --arg=f32[1] | no kernel is called 'k'; its kernels: _Z5scalejfPf
                    --arg=1 | there are 1 arguments when kernel '_Z5scalejfPf' has 3 parameters: u32 n, f32 a, u64 x
                    --arg=1.5 --arg=1 --arg=f32[1] | argument 1 is '1.5' when 'n' is a whole number of 32 bits (u32)
                    --arg=4294967296 --arg=1 --arg=f32[1] | argument 1 is '4294967296' when 'n' is a whole number of 32 bits (u32)
                    --arg=1 --arg=f64:1 --arg=f32[1] | argument 2 is 'f64:1' when 'a' has 32 bits (f32)
                    --arg=1 --arg=f32[1] --arg=0 | argument 2 is device memory when 'a' takes no address (f32)
                    --arg=1 --arg=1 --arg=f32[0] | --arg 3 is 'f32[0]' when a buffer should have a count of elements, 1 or more
                    --arg=1 --arg=1 --arg=real[1] | --arg 3 is 'real[1]' when the type should be one of b8, b16,
                    --arg=1 --arg=1 --arg=f32[1]:ones | --arg 3 is 'f32[1]:ones' when a buffer should start from fill=NUMBER, seed=NUMBER, file=FILE or unset
                    --arg=1 --arg=1 --arg=f32[1]:unset=1 | --arg 3 is 'f32[1]:unset=1' when a buffer should start from fill=NUMBER, seed=NUMBER, file=FILE or unset
                    --kernel= --arg=1 --arg=1 --arg=f32[1] | --kernel is empty when it should be a name
                    --device= --arg=1 --arg=1 --arg=f32[1] | --device is empty when it should be a name
                    --arg=1 --arg=1 --arg=f32[9000000000000] | argument 3 has 9000000000000 elements when the device has room for 1 to 4026531840
                    --arg=1 --arg=1 --arg=f32[1] --out=y=- | output 'y' is no buffer when the buffers are x
                    --grid=0 --arg=1 --arg=1 --arg=0 | --grid is '0' when X should be from 1 to 2147483647
                    --grid=1,2,3,4 --arg=1 --arg=1 --arg=0 | --grid is '1,2,3,4' when it should be X, X,Y or X,Y,Z
                    --block=1,1,65 --arg=1 --arg=1 --arg=0 | --block is '1,1,65' when Z should be from 1 to 64
                    --block=32,33 --arg=1 --arg=1 --arg=0 | block (32, 33, 1) has 1056 threads when device t4 has room for 1024
                    --shared=64513 --arg=1 --arg=1 --arg=0 | dynamic shared memory is 64513 bytes when device t4 has room for 0 to 64512 bytes beside the 1024 that kernel
                    --threads=0 --arg=1 --arg=1 --arg=0 | the number of threads is 0 when it should be 1 or more
                    --check=spelling --arg=1 --arg=1 --arg=0 | --check has 'spelling' when it should have some of memcheck (memory), leakcheck (leaks), initcheck (uninitialised), initcheck-loads (uninitialised-loads), racecheck (races), synccheck (barriers), all
                    --device=k40 --arg=1 --arg=1 --arg=0 | --device is 'k40' when the devices are t4 (sm_75), rtx2060 (sm_75), a100 (sm_80), a40 (sm_86), l40 (sm_89), h100 (sm_90), h200 (sm_90), b200 (sm_100), rtx5090 (sm_120)
                    """)
    void whatCannotBeDoneIsSaidInALine(String options, String problem) throws IOException {
        assertThat(simulate("scale.ptx", options.split(" "))).isEqualTo(ExitCode.USAGE);

        assertThat(kit.err()).startsWith("offload-tck simulate: ").contains(problem);
        assertThat(kit.err().lines()).hasSize(1);
        assertThat(kit.out()).isEmpty();
    }

    @Test
    void aFileThatIsMissingOrNoPtxIsSaidInALine() throws IOException {
        Files.writeString(folder.resolve("words.ptx"), "To be or not to be");

        assertThat(simulate("none.ptx")).isEqualTo(ExitCode.USAGE);
        assertThat(simulate("words.ptx")).isEqualTo(ExitCode.USAGE);

        assertThat(kit.err().lines())
                .containsExactly(
                        "offload-tck: %s: there is no such file".formatted(path("none.ptx")),
                        "offload-tck simulate: %s:1:1: expected '.version', found 'To'"
                                .formatted(path("words.ptx")));
    }

    @Test
    void aKernelThatReachesTheTimeLimitIsInterrupted() throws IOException {
        Files.writeString(
                folder.resolve("counts.ptx"),
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry counts()
                {
                .reg .b64 %n;
                mov.u64 %n, 0;
                again:
                add.u64 %n, %n, 1;
                bra again;
                }
                """);

        int status = kit.execute("simulate", path("counts.ptx"), "--grid=3", "--time-limit=500ms");

        assertThat(status).isEqualTo(ExitCode.TIME_LIMIT);
        assertThat(kit.err())
                .startsWith(
                        "offload-tck simulate: time limit of 0.5 s reached: counts: 0 of 3 CTAs"
                                + " done, ")
                .containsPattern(" [1-9][0-9.]* M warp instructions/s");
        assertThat(kit.out()).contains("the launch was interrupted");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0", "1d", "-1", "1.s"})
    void aTimeLimitIsADuration(String word) throws IOException {
        assertThat(simulate("scale.ptx", "--time-limit=" + word)).isEqualTo(ExitCode.USAGE);
        assertThat(kit.err()).contains("is not a duration like 90, 1.5s, 500ms, 10m or 2h");
    }

    /// Two warps add one to a word that both load first if their turns are short.
    @ParameterizedTest
    @CsvSource({"4096, 2", "1, 1"})
    void aRaceShowsInResultsWhereWarpsAreInterleaved(int turn, String sum) throws IOException {
        Files.writeString(
                folder.resolve("race.ptx"),
                """
                .version 7.0
                .target sm_75
                .address_size 64
                .visible .entry race(.param .u64 sum)
                {
                .reg .b64 %a;
                .reg .b32 %s;
                ld.param.u64 %a, [sum];
                ld.global.u32 %s, [%a];
                add.u32 %s, %s, 1;
                st.global.u32 [%a], %s;
                ret;
                }
                """);

        int status =
                kit.execute(
                        "simulate",
                        path("race.ptx"),
                        "--block=64",
                        "--arg=s=u32[1]",
                        "--out=s=-",
                        "--interleave=" + turn);

        assertThat(status).isEqualTo(ExitCode.OK);
        assertThat(kit.out().lines().findFirst()).contains(sum);
    }

    /// The kernel scales values that nothing wrote and stores them again.
    @ParameterizedTest
    @CsvSource({"initcheck, 0", "all, 0", "initcheck-loads, 1", "uninitialised-loads, 1"})
    void aValueThatIsOnlyCopiedIsAFindingIfLoadsAreChecked(String check, int status)
            throws IOException {
        var unset =
                new String[] {"--arg=2", "--arg=2.5", "--arg=v=f32[3]:unset", "--check=" + check};

        assertThat(simulate("scale.ptx", unset)).isEqualTo(status);

        assertThat(kit.err()).isEmpty();
        assertThat(kit.out().contains("uninitialised: ")).isEqualTo(status == 1);
        assertThat(kit.out().contains(": load of uninitialised memory at ")).isEqualTo(status == 1);
    }
}
