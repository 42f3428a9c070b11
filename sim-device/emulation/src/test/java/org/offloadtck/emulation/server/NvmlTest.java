package org.offloadtck.emulation.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.emulation.command.NativeFiles;

/// Programs that are linked with the kit's NVML (`nvml_devices.c`).
class NvmlTest extends EmulatedPrograms {

    @BeforeEach
    void useNvml() {
        place.useLibrary(NativeFiles.NVML);
    }

    /// The numbers of cores are those of NVIDIA's data sheets.
    @ParameterizedTest
    @CsvSource({
        "t4, 2560 cores of architecture 6",
        "a100, 6912 cores of architecture 7",
        "a40, 10752 cores of architecture 7",
        "l40, 18176 cores of architecture 8",
        "h100, 16896 cores of architecture 9",
        "rtx5090, 21760 cores of architecture 10"
    })
    void aDeviceIsThatOfTheDriver(String device, String known) throws IOException {
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("nvml_devices").toString();

        var ended = place.run(exec, "--device=" + device, "--", program, "known", "1");

        assertThat(ended.output()).isEqualTo(known + "\nok");
    }

    /// `CUDA_VISIBLE_DEVICES` restricts the driver, but not NVML.
    @Test
    void allDevicesOfTheMachineAreThere() throws IOException {
        place.with("CUDA_VISIBLE_DEVICES", "1");
        var exec = place.driver().resolve(NativeFiles.EXEC);
        var program = place.compile("nvml_devices").toString();

        var ended = place.run(exec, "--devices=2", "--", program, "known", "2");

        assertThat(ended.output()).endsWith("ok");
    }

    @Test
    void aForkAfterNvmlLeavesTheDriverToTheChild() throws IOException {
        var ended = place.run(place.compile("nvml_devices"), "forked");

        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "ok", ""));
    }

    /// Programs that are linked with NVIDIA's library name no versions.
    @Test
    void symbolsHaveNoVersions() throws IOException {
        var library = place.driver().resolve(NativeFiles.NVML).toString();

        var listed = NativeProgram.run(List.of("nm", "-D", "--defined-only", library), Map.of());

        assertThat(listed.output().lines()).allMatch(line -> line.matches("\\w+ T nvml\\w+"));
    }
}
