package org.offloadtck.emulation.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.command.KitCommand;
import org.offloadtck.cuda.CudaPlugin;
import org.offloadtck.emulation.command.DriverFolder;
import org.offloadtck.emulation.command.NativeFiles;
import org.offloadtck.plugin.Device;
import org.offloadtck.plugin.DeviceError;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.DevicePlugin;
import org.offloadtck.plugin.Discovery;
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
        return new ProgramImage(
                source,
                new TargetId("nvptx64-nvidia-cuda", "sm_60"),
                MemorySegment.ofArray(ptx.getBytes(UTF_8)));
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
