package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.KitCommand;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.cuda.CudaPlugin;
import org.offloadtck.emulation.command.DriverFolder;
import org.offloadtck.emulation.command.NativeFiles;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.plugin.Argument;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
import org.offloadtck.plugin.LaunchSize;
import org.offloadtck.plugin.contract.ContractProgram;
import org.offloadtck.plugin.contract.DiscoveryContract;
import org.offloadtck.plugin.contract.LaunchContract;
import org.offloadtck.plugin.contract.MemoryContract;
import org.offloadtck.plugin.contract.ProgramContract;
import org.offloadtck.plugin.contract.QueueContract;
import org.offloadtck.plugin.image.ProgramImage;
import org.offloadtck.plugin.image.TargetId;

/// The plugin for CUDA devices, JCuda and all, on the emulated driver; the simulator is in another
/// virtual machine. JCuda's library is linked with `libcuda.so.1`: once one of that name is loaded,
/// it is the one.
class CudaOnEmulatedDriverTest
        implements DiscoveryContract,
                MemoryContract,
                ProgramContract,
                LaunchContract,
                QueueContract {

    @TempDir static Path cache;

    @BeforeAll
    @SuppressWarnings("restricted") // a library is loaded: the one under test
    static void loadTheLibrary() throws IOException {
        var command = KitCommand.ofThisProcess(EmulatedServer.class.getName());
        var driver = DriverFolder.install(cache, NativeClientFixture.nativeFiles(), command);
        System.load(driver.resolve(NativeFiles.LIBRARY).toString());
    }

    @Override
    public DevicePlugin plugin() {
        return new CudaPlugin();
    }

    @Override
    public ProgramImage contractImage() {
        return image("contract.ptx", ContractProgram.PTX.source());
    }

    private static ProgramImage image(String source, String ptx) {
        return image(source, ptx.getBytes(UTF_8));
    }

    private static ProgramImage image(String source, byte[] bytes) {
        return image(source, "sm_60", bytes);
    }

    private static ProgramImage image(String source, String arch, byte[] bytes) {
        return new ProgramImage(
                source, new TargetId("nvptx64-nvidia-cuda", arch), MemorySegment.ofArray(bytes));
    }

    /// What libraries of the CUDA runtime hand to the driver: machine code of other devices, and
    /// the text for all.
    @Test
    void aFatBinaryIsLoadedAndItsArgumentsAreChecked() {
        var ptx = ByteBuffer.wrap(ContractProgram.PTX.source().getBytes(UTF_8));
        var foreign = ByteBuffer.wrap(sample("parameters90.cubin"));
        var fat =
                new FatBinary(
                        List.of(new Image(Kind.ELF, 90, foreign), new Image(Kind.PTX, 60, ptx)));
        try (var device = openDevice();
                var program = device.createProgram(image("contract.fatbin", fat.write()));
                var queue = device.createQueue();
                var out = device.allocate(16)) {
            var kernel = program.kernel("store_index").orElseThrow();
            queue.launch(kernel, LaunchSize.of(1, 4), List.of(Argument.Pointer.to(out)));
            queue.synchronize();

            assertThat(LaunchContract.ints(MemoryContract.contents(device, out)))
                    .containsExactly(0, 1, 2, 3);
            assertRefused(
                    "argument 0 has 4 bytes when it should have 8",
                    () -> queue.launch(kernel, LaunchSize.of(1, 4), List.of(Argument.Value.of(1))));
            assertThat(device.launchCount()).isEqualTo(1);
        }
    }

    /// What `fatbinary` of CUDA 13.0 made with `--compress-mode=speed`.
    @Test
    void compressedPtxIsLoaded() {
        try (var device = openDevice();
                var program =
                        device.createProgram(
                                image("lz4.fatbin", "sm_75", sample("parameters_lz4.fatbin")));
                var queue = device.createQueue();
                var out = device.allocate(4)) {
            var mixed = program.kernel("mixed").orElseThrow();
            queue.launch(
                    mixed,
                    LaunchSize.of(1, 1),
                    List.of(
                            Argument.Pointer.to(out),
                            Argument.Value.of(21),
                            new Argument.Value(MemorySegment.ofArray(new byte[1])),
                            new Argument.Value(MemorySegment.ofArray(new byte[40])),
                            Argument.Value.of(0.5)));
            queue.synchronize();

            assertThat(LaunchContract.ints(MemoryContract.contents(device, out)))
                    .containsExactly(42);
        }
    }

    /// The emulated driver executes PTX; it rejects a cubin as a driver does one that it cannot
    /// load.
    @Test
    void aCubinReachesTheDriverThatRejectsIt() {
        try (var device = openDevice()) {
            var cubin = image("real.cubin", "sm_75", sample("parameters75.cubin"));

            assertThat(device.accepts(cubin)).isTrue();
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> device.createProgram(cubin))
                    .withMessageStartingWith("cuda:0: load of real.cubin: CUDA_ERROR_INVALID_IMAGE")
                    .satisfies(refusal ->
                            assertThat(refusal.error()).isEqualTo(DeviceError.INVALID_BINARY));
        }
    }

    private static byte[] sample(String name) {
        return Corpus.bytes("objects/" + name);
    }

    private static void assertRefused(String problem, Runnable launch) {
        assertThatExceptionOfType(DeviceException.class)
                .isThrownBy(launch::run)
                .satisfies(refusal -> {
                    assertThat(refusal.error()).isEqualTo(DeviceError.INVALID_VALUE);
                    assertThat(refusal.problem()).isEqualTo(problem);
                });
    }

    @Test
    void theLogOfTheDriversCompilerIsPartOfTheError() {
        var broken = ContractProgram.PTX.source().replaceFirst("ret;", "ret }");
        var devices = ((Discovery.Found) plugin().discover()).devices();
        try {
            assertThatExceptionOfType(DeviceException.class)
                    .isThrownBy(() -> devices.getFirst().createProgram(image("broken.ptx", broken)))
                    .withMessageMatching(
                            "cuda:0: load of broken.ptx: CUDA_ERROR_INVALID_PTX \\(.*\\): "
                                    + "ptxas application ptx input, line \\d+; error   : .*")
                    .satisfies(refusal ->
                            assertThat(refusal.error()).isEqualTo(DeviceError.INVALID_BINARY));
        } finally {
            devices.forEach(Device::close);
        }
    }
}
