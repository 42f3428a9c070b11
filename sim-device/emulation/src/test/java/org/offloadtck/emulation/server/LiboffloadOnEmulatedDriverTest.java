package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.KitCommand;
import org.offloadtck.emulation.command.DriverFolder;
import org.offloadtck.emulation.command.NativeFiles;
import org.offloadtck.liboffload.LiboffloadPlugin;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;
import org.offloadtck.toolkit.CudaTool;

/// The plugin for liboffload and LLVM 22's library on the emulated driver; the simulator is in
/// another virtual machine. The tests are skipped where the library is missing.
class LiboffloadOnEmulatedDriverTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @TempDir static Path cache;

    private static byte[] image = {};
    private static Path driver = Path.of("");

    /// LLVM opens `libcuda.so`. A library of that name that needs the emulated driver is loaded,
    /// and is then the one; the search path of this process cannot be changed.
    @BeforeAll
    @SuppressWarnings("restricted") // a library is loaded: the one under test
    static void loadTheDriver() throws IOException {
        var command = KitCommand.ofThisProcess(EmulatedServer.class.getName());
        driver = DriverFolder.install(cache, NativeClientFixture.nativeFiles(), command);
        var library = driver.resolve(NativeFiles.LIBRARY);
        var named = cache.resolve("named.so");
        var made =
                NativeProgram.run(
                        List.of(
                                "cc",
                                "-shared",
                                "-Wl,-soname,libcuda.so",
                                "-Wl,--no-as-needed",
                                library.toString(),
                                "-o",
                                named.toString()),
                        Map.of());
        assertThat(made.status()).as(made.errors()).isZero();
        System.load(library.toString());
        System.load(named.toString());
        image = Files.readAllBytes(assembled(cache));
    }

    /// The contract's program as an ELF file in `folder`.
    static Path assembled(Path folder) throws IOException {
        var source = folder.resolve("contract.ptx");
        var object = folder.resolve("contract.cubin");
        Files.writeString(source, ContractProgram.PTX.source());
        var errors = new StringWriter();
        var words = List.of("-arch=sm_75", source.toString(), "-o", object.toString());
        var out = new PrintWriter(errors);
        assertThat(CudaTool.named("ptxas").orElseThrow().run(words, out, out))
                .as(errors.toString())
                .isZero();
        return object;
    }

    @Override
    public DevicePlugin plugin() {
        return new LiboffloadPlugin();
    }

    @Override
    public ProgramImage contractImage() {
        return image(image);
    }

    private static ProgramImage image(byte[] bytes) {
        return new ProgramImage(
                "contract.cubin",
                new TargetId("nvptx64-nvidia-cuda", "sm_75"),
                MemorySegment.ofArray(bytes));
    }

    /// Liboffload has no query for the parameters of a kernel, and ignores what follows them.
    @Override
    @Test
    public void refusesTheWrongNumberOfArguments() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage());
                var out = device.allocate(16);
                var queue = device.createQueue()) {
            var kernel = program.kernel("store_index").orElseThrow();
            assertRefused(() -> queue.launch(kernel, LaunchSize.of(1, 4), List.of()));
            assertThat(device.launchCount()).isZero();

            var more = List.<Argument>of(Argument.Pointer.to(out), Argument.Value.of(1));
            queue.launch(kernel, LaunchSize.of(1, 4), more).synchronize();
            assertThat(device.launchCount()).isEqualTo(1);
        }
    }

    /// The driver knows the size of all parameters together: arguments that take fewer bytes are
    /// refused, others are not.
    @Override
    @Test
    public void refusesAnArgumentOfTheWrongSize() {
        try (var device = openDevice();
                var program = device.createProgram(contractImage());
                var queue = device.createQueue()) {
            var kernel = program.kernel("store_index").orElseThrow();
            assertRefused(
                    () -> queue.launch(kernel, LaunchSize.of(1, 4), List.of(Argument.Value.of(1))));
            assertThat(device.launchCount()).isZero();
        }
    }

    private static void assertRefused(Runnable launch) {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(launch::run)
                .satisfies(refusal ->
                        assertThat(refusal.error()).isEqualTo(DeviceError.INVALID_VALUE));
    }

    @Test
    void ptxIsNoImageForLiboffload() {
        try (var device = openDevice()) {
            var text = image(ContractProgram.PTX.source().getBytes(UTF_8));

            assertThat(device.accepts(text)).isFalse();
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> device.createProgram(text))
                    .withMessageContaining("it takes ELF files and bitcode, not PTX");
        }
    }

    /// In a process of its own: after a fault, no call of its context succeeds.
    @Test
    void aFaultOfAKernelIsThrownWhenItsQueueIsSynchronized() throws IOException {
        openDevice().close();
        var words =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FaultingProgram.class.getName(),
                        assembled(cache).toString());
        var path = String.valueOf(driver.resolve(NativeFiles.LIBRARY).getParent());

        var ended = NativeProgram.run(words, Map.of("LD_LIBRARY_PATH", path));

        assertThat(ended.output()).isEqualTo(DeviceError.KERNEL_FAULT.name());
        assertThat(ended.status()).as(ended.errors()).isZero();
    }

    static final class FaultingProgram {

        private FaultingProgram() {}

        public static void main(String[] arguments) throws IOException {
            var test = new LiboffloadOnEmulatedDriverTest();
            try (var device = test.openDevice();
                    var program =
                            device.createProgram(image(Files.readAllBytes(Path.of(arguments[0]))));
                    var queue = device.createQueue()) {
                var kernel = program.kernel("store_index").orElseThrow();
                var nowhere = List.<Argument>of(Argument.Value.nullPointer());
                queue.launch(kernel, LaunchSize.of(1, 4), nowhere);
                queue.synchronize();
            } catch (DeviceException fault) {
                System.out.println(fault.error());
            }
        }
    }
}
