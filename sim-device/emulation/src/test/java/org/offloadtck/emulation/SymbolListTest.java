package org.offloadtck.emulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.offloadtck.emulation.api.DriverFunction;
import org.offloadtck.emulation.api.SharedSpace;
import org.offloadtck.emulation.fallback.ProcessFiles;
import org.offloadtck.emulation.inject.FaultInjector;
import org.offloadtck.emulation.queue.ProcessRecorder;
import org.offloadtck.emulation.run.ExecOptions;
import org.offloadtck.emulation.run.ProgramRun;
import org.offloadtck.emulation.run.RunMember;
import org.offloadtck.emulation.session.DriverState;
import org.offloadtck.emulation.session.VisibleDevices;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.engine.memory.UnifiedMemory;
import org.offloadtck.timing.figures.TimedDevice;

/// The library exports every symbol that plugins of LLVM and GCC, JCuda and FFmpeg resolve, and
/// each function has a handler.
class SymbolListTest {

    /// What `real-device/cuda` calls through JCuda 12.6, by the symbols its native library binds.
    private static final List<String> CALLED_THROUGH_JCUDA =
            List.of(
                    "cuInit",
                    "cuDriverGetVersion",
                    "cuGetErrorString",
                    "cuDeviceGetCount",
                    "cuDeviceGet",
                    "cuDeviceGetName",
                    "cuDeviceGetAttribute",
                    "cuDevicePrimaryCtxRetain",
                    "cuDevicePrimaryCtxRelease_v2",
                    "cuCtxSetCurrent",
                    "cuModuleLoadData",
                    "cuModuleUnload",
                    "cuModuleGetFunction",
                    "cuModuleGetGlobal_v2",
                    "cuFuncGetAttribute",
                    "cuPointerGetAttribute",
                    "cuMemAlloc_v2",
                    "cuMemFree_v2",
                    "cuMemcpyHtoD_v2",
                    "cuMemcpyDtoH_v2",
                    "cuMemcpyDtoDAsync_v2",
                    "cuMemsetD8Async",
                    "cuLaunchKernel",
                    "cuStreamCreate",
                    "cuStreamDestroy_v2",
                    "cuStreamSynchronize",
                    "cuStreamWaitEvent",
                    "cuEventCreate",
                    "cuEventRecord",
                    "cuEventSynchronize",
                    "cuEventElapsedTime",
                    "cuEventDestroy_v2");

    private static Set<String> offered() {
        var calls =
                Arrays.stream(DriverFunction.values())
                        .flatMap(call ->
                                Stream.concat(Stream.of(call.symbol()), call.aliases().stream()));
        return Stream.concat(calls, DriverFunction.ANSWERED_BY_CLIENT.stream())
                .collect(Collectors.toSet());
    }

    private static List<String[]> rows(String file) throws IOException {
        try (var stream = Objects.requireNonNull(SymbolListTest.class.getResourceAsStream(file))) {
            return new String(stream.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(",", -1))
                    .toList();
        }
    }

    @ParameterizedTest(name = "LLVM {0} resolves {1}")
    @CsvSource({"16, 44", "17, 44", "18, 55", "19, 55", "20, 57", "21, 58", "22, 68", "23, 71"})
    void hasWhatAReleaseResolves(int release, int count) throws IOException {
        var wanted =
                rows("symbols.csv").stream()
                        .filter(row -> Integer.parseInt(row[1]) <= release)
                        .filter(row -> release <= Integer.parseInt(row[2]))
                        .map(row -> row[0])
                        .toList();

        assertThat(wanted).hasSize(count);
        assertThat(offered()).containsAll(wanted);
    }

    @ParameterizedTest(name = "libgomp of GCC {0} resolves {1}")
    @CsvSource({"12, 50", "16, 58"})
    void hasWhatLibgompResolves(int release, int count) throws IOException {
        var wanted =
                rows("libgomp-symbols.csv").stream()
                        .filter(row -> Integer.parseInt(row[1]) <= release)
                        .map(row -> row[0])
                        .toList();

        assertThat(wanted).hasSize(count);
        assertThat(offered()).containsAll(wanted);
    }

    /// FFmpeg's filters, without which no device is found, and not its decoders.
    @Test
    void hasWhatFfmpegNeeds() throws IOException {
        var wanted =
                rows("ffmpeg-symbols.csv").stream()
                        .filter(row -> row[1].equals("1"))
                        .map(row -> row[0])
                        .toList();

        assertThat(wanted).hasSize(64);
        assertThat(offered()).containsAll(wanted);
    }

    /// Of each function that the library has, the version that programs of CUDA 13.0 call.
    @Test
    void hasTheVersionsThatTheHeaderOfCuda13Names() throws IOException {
        var names =
                offered().stream()
                        .map(symbol -> symbol.replaceFirst("_v\\d$", ""))
                        .collect(Collectors.toSet());

        var wanted =
                rows("header-symbols.csv").stream()
                        .filter(row -> names.contains(row[0]))
                        .map(row -> row[1])
                        .toList();

        assertThat(wanted).contains("cuEventElapsedTime_v2", "cuCtxCreate_v4");
        assertThat(offered()).containsAll(wanted);
    }

    @Test
    void hasWhatIsCalledThroughJcuda() {
        assertThat(offered()).containsAll(CALLED_THROUGH_JCUDA);
    }

    @ParameterizedTest
    @EnumSource
    void isAnswered(DriverFunction function) {
        var run = new ProgramRun(ExecOptions.defaults());
        var member =
                new RunMember(
                        run, run.addProcess("test"), ProcessFiles.NONE, RunMember.Recipient.REPORT);
        try (var state =
                new DriverState(
                        new SharedSpace(
                                Arena.ofAuto().allocate(1 << 20), 1 << 20, UnifiedMemory.NONE),
                        List.of(TimedDevice.of(DeviceSpec.h100())),
                        VisibleDevices.ALL,
                        new FaultInjector(List.of()),
                        new ProcessRecorder(member),
                        ProcessHandle.current().pid())) {
            assertThat(DriverFunctionHandlers.table(state).handler(function)).isNotNull();
        }
    }
}
