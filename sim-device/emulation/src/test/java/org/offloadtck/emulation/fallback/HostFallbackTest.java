package org.offloadtck.emulation.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.emulation.fallback.HostFallback.Driver;
import org.offloadtck.emulation.fallback.ImageFile.Kernels;
import org.offloadtck.engine.device.DeviceSpec;
import org.offloadtck.object.check.ArtifactCheck;
import org.offloadtck.object.check.report.DescriptorReport;
import org.offloadtck.object.check.report.EntryReport;
import org.offloadtck.object.check.report.FileReport;
import org.offloadtck.object.check.report.ObjectReport;
import org.offloadtck.object.offload.ImageKind;
import org.offloadtck.object.offload.OffloadBinary;
import org.offloadtck.object.offload.OffloadBinary.Image;
import org.offloadtck.object.offload.OffloadBinary.Target;
import org.offloadtck.object.profile.AbiProfiles;

/// The reason why a program ran no kernel. The files are offload binaries, as executables contain
/// them.
class HostFallbackTest {

    private static final String NVPTX = "nvptx64-nvidia-cuda";

    @TempDir private Path folder;

    private Optional<String> reason(String device, Driver driver, String policy, Image... images)
            throws IOException {
        Files.write(
                folder.resolve("program"),
                new OffloadBinary(OffloadBinary.Version.V2, Arrays.asList(images)).write());
        return HostFallback.reason(
                new ExecutedProgram(folder, "./program", "", "", policy),
                DeviceSpec.named(device).orElseThrow(),
                driver);
    }

    private static Image image(String triple, String arch, ImageKind kind) {
        return Image.of(kind, 1, new Target(triple, arch), new byte[64]);
    }

    @ParameterizedTest
    @CsvSource({
        "t4, sm_75, OBJECT, true",
        "t4, sm_90, OBJECT, false",
        "h100, sm_75, OBJECT, false",
        "h100, sm_75, PTX, true",
        "h100, sm_90, OBJECT, true",
        "a100, sm_86, OBJECT, false",
        "h200, sm_90a, PTX, true",
        "b200, sm_90a, PTX, false",
        "rtx5090, sm_100f, PTX, false"
    })
    void aDeviceTakesCubinsOfItsMajorCapabilityAndPtxOfEarlierOnes(
            String device, String arch, ImageKind kind, boolean suits) throws IOException {
        var reason =
                reason(device, new Driver.Loaded(), "", image(NVPTX, arch, kind)).orElseThrow();

        assertThat(reason.startsWith("the program has images for " + arch)).isEqualTo(!suits);
    }

    @ParameterizedTest
    @CsvSource({"NONE, false", "POSSIBLE, true"})
    void aProgramWithoutKernelsRunsNoneOnADevice(Kernels kernels, boolean isAccused) {
        var image =
                new CarriedImage(
                        NVPTX,
                        Optional.of(CarriedImage.architecture("sm_75")),
                        "openmp",
                        CarriedImage.Form.CONTAINER);
        var files = List.of(new ImageFile(ImageFile.PROGRAM, List.of(image), kernels));
        var device = DeviceSpec.named("t4").orElseThrow();

        assertThat(HostFallback.reason(files, "", device, new Driver.Loaded()).isPresent())
                .isEqualTo(isAccused);
        assertThat(HostFallback.reason(files, "", device, new Driver.NotLoaded())).isPresent();
    }

    /// The executable registers three variables and a region.
    @Test
    void anExecutableWhoseEntriesAreVariablesHasNoKernels() {
        var report = report("objects/exe19");
        var variables = report.entries().stream().filter(entry -> entry.size() > 0).toList();

        assertThat(Kernels.of(report)).isEqualTo(Kernels.POSSIBLE);
        assertThat(Kernels.of(with(report, variables, report.descriptors())))
                .isEqualTo(Kernels.NONE);
        assertThat(Kernels.of(with(report, variables, List.of()))).isEqualTo(Kernels.POSSIBLE);
    }

    private static ObjectReport report(String file) {
        var check = new ArtifactCheck(AbiProfiles.load());
        return ((FileReport.Artifact) check.check(file, Corpus.bytes(file))).report();
    }

    private static ObjectReport with(
            ObjectReport report, List<EntryReport> entries, List<DescriptorReport> descriptors) {
        return new ObjectReport(
                report.source(),
                report.kind(),
                report.producers(),
                report.images(),
                entries,
                descriptors,
                report.profiles(),
                report.findings(),
                report.unjudged());
    }

    @Test
    void namesTheDevicesThatTakeAnImage() throws IOException {
        assertThat(reason("t4", new Driver.Loaded(), "", image(NVPTX, "sm_90", ImageKind.OBJECT)))
                .contains(
                        "the program has images for sm_90 when the device t4 takes sm_75; use"
                                + " --device=h100 or --device=h200");
    }

    @Test
    void namesTheTargetsOfAProgramWithoutImagesForNvidiaGpus() throws IOException {
        assertThat(reason("t4", new Driver.Loaded(), "", image("x86_64", "", ImageKind.OBJECT)))
                .contains("the program has images for x86_64 when the device t4 takes sm_75");
    }

    @Test
    void namesAPolicyThatDisablesOffloading() throws IOException {
        assertThat(
                        reason(
                                "t4",
                                new Driver.Loaded(),
                                "DISABLED",
                                image(NVPTX, "sm_75", ImageKind.OBJECT)))
                .contains("OMP_TARGET_OFFLOAD is DISABLED");
    }

    @Test
    void namesWhyTheDriverHasNoDevice() throws IOException {
        assertThat(
                        reason(
                                "t4",
                                new Driver.WithoutDevice("CUDA_VISIBLE_DEVICES is '9'"),
                                "",
                                image(NVPTX, "sm_75", ImageKind.OBJECT)))
                .contains("CUDA_VISIBLE_DEVICES is '9'");
    }

    @Test
    void namesMachineCodeThatNoSimulatedDeviceExecutes() throws IOException {
        var cubin =
                Image.of(
                        ImageKind.OBJECT,
                        1,
                        new Target(NVPTX, "sm_75"),
                        Corpus.bytes("objects/parameters75.cubin"));

        assertThat(reason("t4", new Driver.Interrupted(), "", cubin))
                .contains(
                        "the program has machine code for sm_75 without PTX, which the simulated"
                                + " device does not execute; build with the ptxas of 'offload-tck"
                                + " toolkit DIR' (--cuda-path=DIR; for flang, DIR/bin first"
                                + " in PATH)");
        assertThat(
                        reason(
                                "t4",
                                new Driver.Loaded(),
                                "",
                                cubin,
                                image(NVPTX, "sm_70", ImageKind.PTX)))
                .get()
                .asString()
                .startsWith("the program reached no target region");
    }

    @Test
    void namesTheCudaRuntimeForProgramsWithCudaImagesOnly() throws IOException {
        assertThat(
                        reason(
                                "t4",
                                new Driver.Loaded(),
                                "",
                                Image.of(
                                        ImageKind.PTX, 2, new Target(NVPTX, "sm_75"), new byte[8])))
                .get()
                .asString()
                .startsWith("the program launched none; if NVIDIA's CUDA runtime");
    }

    @Test
    void namesThePluginThatWasNotFound() throws IOException {
        assertThat(
                        reason(
                                "t4",
                                new Driver.NotLoaded(),
                                "",
                                image(NVPTX, "sm_75", ImageKind.OBJECT)))
                .get()
                .asString()
                .startsWith("no process loaded libcuda.so.1");
    }

    @Test
    void accusesNoProgramWithoutImages() throws IOException {
        Files.writeString(folder.resolve("script"), "#!/bin/sh\n");
        var device = DeviceSpec.named("t4").orElseThrow();

        for (var name : new String[] {"./script", "./missing", "", "./\0"}) {
            assertThat(
                            HostFallback.reason(
                                    new ExecutedProgram(folder, name, "", "", ""),
                                    device,
                                    new Driver.NotLoaded()))
                    .isEmpty();
        }
    }

    @Test
    void looksUpANameWithoutFolderInThePath() throws IOException {
        reason("t4", new Driver.Loaded(), "", image(NVPTX, "sm_90", ImageKind.OBJECT));
        var program = new ExecutedProgram(Path.of("/"), "program", "/nowhere:" + folder, "", "");

        assertThat(
                        HostFallback.reason(
                                program, DeviceSpec.named("t4").orElseThrow(), new Driver.Loaded()))
                .isPresent();
    }

    /// A library that registers PTX as GCC's programs do; another one has the PTX alone.
    @ParameterizedTest
    @CsvSource({"GOMP_offload_register_ver, true", "other, false"})
    void namesThePluginOfLibgomp(String registration, boolean isOfGcc) throws Exception {
        var source =
                """
                const char first[] = "// BEGIN PREAMBLE\\n\\t.version\\t6.0\\n\\t.target\\tsm_30\\n";
                const char second[] = "// BEGIN PREAMBLE\\n\\t.version\\t7.0\\n\\t.target\\tsm_80\\n";
                void REGISTRATION(void);
                void begin(void) { REGISTRATION(); }
                """
                        .replace("REGISTRATION", registration);
        Files.writeString(folder.resolve("gcc.c"), source);
        var command = List.of("cc", "-shared", "-fPIC", "-o", "program", "gcc.c");
        assertThat(new ProcessBuilder(command).directory(folder.toFile()).start().waitFor())
                .isZero();

        var program = new ExecutedProgram(folder, "./program", "", "", "");
        var later = DeviceSpec.named("a100").orElseThrow();
        var earlier = DeviceSpec.named("t4").orElseThrow();
        assertThat(
                        HostFallback.reason(program, later, new Driver.NotLoaded())
                                .filter(reason -> reason.contains("libgomp-plugin-nvptx"))
                                .isPresent())
                .isEqualTo(isOfGcc);
        assertThat(HostFallback.reason(program, earlier, new Driver.Loaded()))
                .map(reason -> reason.split(";", -1)[0])
                .isEqualTo(
                        Optional.of(
                                        "the program has images for sm_80 when the device t4 takes"
                                                + " sm_75")
                                .filter(_ -> isOfGcc));
    }
}
