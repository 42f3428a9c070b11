package org.offloadtck.emulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.checks.finding.Defect;
import org.offloadtck.checks.finding.KernelFinding;
import org.offloadtck.emulation.api.RunEnd;
import org.offloadtck.engine.launch.FaultKind;
import org.offloadtck.engine.thread.Extent3D;
import org.offloadtck.engine.thread.LaunchShape;
import org.offloadtck.timing.Timing;

class RunReportTest {

    private final ProgramRun run = RunSamples.run();

    @Test
    void aRunWithoutKernelsSaysThatInOneLine() {
        assertThat(run.report().text())
                .isEqualTo("offload-tck: no kernel ran on the simulated GPU\n");

        run.addProcess("saxpy");

        assertThat(run.report().text())
                .isEqualTo("offload-tck: no kernel ran on the simulated GPU\n");
    }

    /// Of three searches for the plugin, one was of a process that found it.
    @Test
    void processesThatDidNotFindThePluginHaveTheirReason() {
        run.addLaunch(RunSamples.launch(run.addProcess("saxpy"), "saxpy", 1));

        var report = run.report().withHostFallbacks(run.fallbacks(new RunEnd(3, 0)));

        assertThat(report.text())
                .contains(
                        "offload-tck: started programs ran no kernel: the CUDA plugin was not"
                                + " found; libomptarget up to LLVM 18");
        assertThat(report.json()).contains("\"startedHostFallback\": \"the CUDA plugin was");
        assertThat(run.fallbacks(new RunEnd(1, 0))).isEqualTo(RunReport.HostFallbacks.NONE);
    }

    @Test
    void aProcessThatFellBackToTheHostHasItsReason() {
        run.addLaunch(RunSamples.launch(run.addProcess("saxpy"), "saxpy", 1));
        var idle = run.addProcess("idle");

        var report =
                run.report()
                        .withHostFallbacks(
                                new RunReport.HostFallbacks("", "", Map.of(idle, "it is off")));

        assertThat(report.text().lines().skip(1))
                .startsWith(
                        "offload-tck: process 2 (idle) ran no kernel: it is off"
                                + " (--allow-host-fallback permits it)");
        assertThat(report.json())
                .containsOnlyOnce("hostFallback")
                .containsPattern("\"program\": \"idle\",\\s+\"hostFallback\": \"it is off\"");
    }

    @Test
    void launchesOfAKernelAreAddedUp() {
        var process = run.addProcess("saxpy");
        run.addLaunch(RunSamples.launch(process, "scale", 1));
        run.addLaunch(RunSamples.launch(process, "saxpy", 2));
        run.addLaunch(RunSamples.launch(process, "scale", 3));

        assertThat(run.report().text())
                .isEqualTo(
                        """
                        offload-tck: 3 launches of 2 kernels on the simulated GPU (t4), 0 findings
                          launches  grid x block  thread instructions  warp instructions  bytes read  bytes written  barriers  divergences  kernel
                                 2       8 x 128                   40                  4         400          4,000   400,000    4,000,000  scale
                                 1       8 x 128                   20                  2         200          2,000   200,000    2,000,000  saxpy
                                 3                                 60                  6         600          6,000   600,000    6,000,000  total
                        """);
    }

    @Test
    void theLastOfSeveralShapesIsMarked() {
        var process = run.addProcess("saxpy");
        run.addLaunch(RunSamples.launch(process, "saxpy", 1));
        var shape = new LaunchShape(new Extent3D(4, 2, 1), new Extent3D(16, 1, 2), 0);
        run.addLaunch(RunSamples.launch(process, "saxpy", shape, 1));

        assertThat(run.report().text())
                .contains("  4,2 x 16,1,2 *  ")
                .endsWith("saxpy\n  * the last of several shapes\n");
    }

    @Test
    void processesAreToldApartAndIdleOnesNamed() {
        var one = run.addProcess("first");
        run.addProcess("second");
        run.addLaunch(RunSamples.launch(one, "saxpy", 1));

        assertThat(run.report().text())
                .contains("  saxpy, process 1 (first)\n")
                .contains("  process 2 (second): no kernel ran on the simulated GPU\n");
    }

    @Test
    void devicesAreToldApartWhereThereAreSeveral() {
        var process = run.addProcess("saxpy");
        run.addLaunch(RunSamples.launch(process, "saxpy", 1));
        run.addLaunch(
                KernelLaunch.simulated(
                        process,
                        1,
                        "saxpy",
                        LaunchShape.of(1, 32),
                        RunSamples.counters(1),
                        Timing.NotRequested.NOT_REQUESTED));

        assertThat(run.report().text())
                .startsWith("offload-tck: 2 launches of 1 kernel on")
                .contains("  saxpy, device 0\n")
                .contains("  saxpy, device 1\n");
    }

    @Test
    void countersThatADeviceDoesNotMeasureAreAbsent() {
        var process = run.addProcess("saxpy");
        run.addLaunch(RunSamples.onInstalledDevice(process, "saxpy"));

        assertThat(run.report().text())
                .isEqualTo(
                        """
                        offload-tck: 1 launch of 1 kernel on NVIDIA H200 (cuda:0), 0 findings
                          launches  grid x block  thread instructions  warp instructions  bytes read  bytes written  barriers  divergences  kernel
                                 1       8 x 128                    -                  -           -              -         -            -  saxpy
                        """);
        assertThat(run.report().json())
                .contains("\"deviceName\": \"NVIDIA H200\"", "\"countedLaunches\": 0")
                .doesNotContain("threadInstructions");
    }

    @Test
    void devicesOfSeveralPlatformsAreNamed() {
        var process = run.addProcess("saxpy");
        run.addLaunch(RunSamples.launch(process, "saxpy", 1));
        run.addLaunch(RunSamples.onInstalledDevice(process, "saxpy"));

        assertThat(run.report().text())
                .contains(" on the simulated GPU (t4) and NVIDIA H200 (cuda:0), 0 findings\n")
                .contains("  saxpy, the simulated GPU (t4)\n")
                .contains("  saxpy, NVIDIA H200 (cuda:0)\n");
    }

    @Test
    void aFaultSaysWhoAndWhere() {
        var process = run.addProcess("saxpy");
        run.addLaunch(RunSamples.launch(process, "saxpy", 1));
        run.addFinding(RunSamples.fault(process, FaultKind.OUT_OF_BOUNDS));

        assertThat(run.report().hasFindings()).isTrue();
        assertThat(run.report().text())
                .startsWith(
                        "offload-tck: 1 launch of 1 kernel on the simulated GPU (t4), 1 finding\n")
                .endsWith(
                        """
                        offload-tck: finding 1: out of bounds: store of 4 bytes at 0x200000000190: 0 bytes past the end of 'x'
                            kernel   saxpy
                            thread   (7, 1, 1) of CTA (3, 1, 1) on device 0
                            source   src/saxpy.cpp:7:15
                            ptx      saxpy.ptx:12:5
                        """);
    }

    @Test
    void aSiteOutsideTheKernelHasItsFunction() {
        run.addFinding(RunSamples.race(run.addProcess("saxpy")));

        assertThat(run.report().text())
                .endsWith(
                        """
                            kernel   saxpy
                            thread   (7, 1, 1) of CTA (3, 1, 1)
                            source   src/saxpy.cpp:7:15
                            ptx      saxpy.ptx:12:5
                            store of 4 bytes
                            thread   (7, 1, 1) of CTA (3, 1, 1)
                            function add
                            source   src/saxpy.cpp:7:15
                            ptx      saxpy.ptx:12:5
                        """);
    }

    @Test
    void modulesThatAreNotLoadedAreListedUpToALimit() {
        var process = run.addProcess("saxpy");
        run.addRejectedModule(RunSamples.rejected(process, 1));

        assertThat(run.report().hasFindings()).isFalse();
        assertThat(run.report().text())
                .endsWith(
                        "offload-tck: cuModuleLoadData: CUDA_ERROR_NO_BINARY_FOR_GPU: module 1: image is"
                                + " for sm_90 when the device is sm_75\n");

        for (int number = 2; number <= 12; number++) {
            run.addRejectedModule(RunSamples.rejected(process, number));
        }

        assertThat(run.report().text())
                .contains("module 10: ")
                .endsWith("offload-tck: 2 more modules were not loaded\n");
    }

    @Test
    void aHostAccessHasItsFrames() {
        run.addFinding(
                new RunFinding.InvalidHostAccess(
                        run.addProcess("saxpy"),
                        "the host reads device memory at 0x200000000000",
                        List.of("sum in saxpy+0x1130", "main in saxpy+0x1184")));

        assertThat(run.report().text())
                .endsWith(
                        """
                        finding 1: invalid host access: the host reads device memory at 0x200000000000
                            host     sum in saxpy+0x1130
                            host     main in saxpy+0x1184
                        """);
    }

    @Test
    void aKernelWithoutDebugLinesHasItsPtx() {
        run.addFinding(RunSamples.fault(run.addProcess("saxpy"), FaultKind.TRAP));

        assertThat(run.report().text())
                .endsWith("of CTA (3, 1, 1) on device 0\n    ptx      saxpy.ptx:12:5\n");
    }

    @Test
    void aFaultOfAKnownDefectHasItAsCause() {
        var process = run.addProcess("saxpy");
        run.addFinding(RunSamples.fault(process, FaultKind.DEADLOCK));
        run.addFinding(RunSamples.fault(process, FaultKind.ASSERTION));

        assertThat(run.report().text())
                .contains(
                        """
                            ptx      saxpy.ptx:12:5
                            cause    known defect D22: threads pass a barrier at which others wait
                        offload-tck: finding 2: assertion: \
                        """)
                .endsWith(
                        "    cause    known defect early-threads: threads pass a barrier at which"
                                + " others wait\n");
        assertThat(run.report().json())
                .contains(
                        """
                            "knownDefect": {
                              "id": "early-threads",
                              "deviation": "D22",
                              "defect": "threads pass a barrier at which others wait"
                            }
                        """);
    }

    @Test
    void anInterruptedKernelDidNothingWrong() {
        run.addFinding(RunSamples.fault(run.addProcess("saxpy"), FaultKind.INTERRUPTED));

        assertThat(run.report().hasFindings()).isFalse();
    }

    @Test
    void equalFindingsAreCounted() {
        var process = run.addProcess("saxpy");
        run.addFinding(RunSamples.fault(process, FaultKind.TRAP));
        run.addFinding(RunSamples.fault(process, FaultKind.TRAP));

        assertThat(run.report().text()).contains("finding 1: trap (2 times): ");
        assertThat(run.report().findings()).hasSize(1);
    }

    @Test
    void ofVeryManyFindingsTheRestIsCounted() {
        var process = run.addProcess("saxpy");
        for (int i = 0; i < ProgramRun.MOST_FINDINGS + 2; i++) {
            run.addFinding(new RunFinding.BadArgument(process, "cuMemFree_v2", "dptr is " + i));
        }
        run.addFinding(new RunFinding.BadArgument(process, "cuMemFree_v2", "dptr is 0"));

        assertThat(run.report().text())
                .contains("finding 1: bad argument (2 times): ")
                .endsWith("dptr is 999\noffload-tck: 2 more findings are not listed\n");
    }

    @Test
    void suppressionsMatchLeaksByTheirOrigin(@TempDir Path folder) throws IOException {
        var file = folder.resolve("known.yaml");
        Files.writeString(
                file,
                """
                - {id: table, findings: [leak], kernel: '*', variable: table_*}
                - {id: kept, findings: [leak], kernel: '*', variable: mapped variable kept}
                - {id: kernels, findings: [leak], kernel: 'k*'}
                - {id: races, findings: [race], kernel: '*'}
                """);
        var suppressing = RunSamples.run("--check=leaks", "--suppressions=" + file);
        var process = suppressing.addProcess("saxpy");

        suppressing.addFinding(leak(process, "cuMemAlloc_v2", "table_1"));
        suppressing.addFinding(leak(process, "mapped variable kept"));
        suppressing.addFinding(leak(process, "cuMemAlloc_v2", "other"));
        suppressing.addFinding(leak(process, "cuMemAlloc_v2"));

        assertThat(suppressing.report().suppressed()).isEqualTo(Map.of("table", 1L, "kept", 1L));
        assertThat(suppressing.report().text())
                .contains(
                        "leak: 16 bytes of cuMemAlloc_v2 on device 0, to which 'other' pointed,"
                                + " were never freed\n")
                .contains("leak: 16 bytes of cuMemAlloc_v2 on device 0 were never freed\n");
    }

    private static RunFinding leak(ClientProcess process, String allocation, String... variables) {
        var place = new RunFinding.Leak.Place.OnDevice(0);
        return new RunFinding.Leak(process, place, allocation, 16, List.of(variables));
    }

    @Test
    void aLeakThatIsNotLookedForIsNotSuppressed(@TempDir Path folder) throws IOException {
        var file = folder.resolve("known.yaml");
        Files.writeString(file, "- {id: all, findings: [leak], kernel: '*'}");
        var other = RunSamples.run("--suppressions=" + file);

        other.addFinding(leak(other.addProcess("saxpy"), "cuMemAlloc_v2"));

        assertThat(other.report().suppressed()).isEmpty();
    }

    @Test
    void leaksAreFindingsOnlyWhereTheyAreLookedFor() {
        var watching = RunSamples.run("--check=leaks");
        var leak =
                new RunFinding.Leak(
                        run.addProcess("saxpy"),
                        new RunFinding.Leak.Place.OnDevice(0),
                        "cuMemAlloc_v2",
                        4096,
                        List.of());
        watching.addProcess("saxpy");

        run.addFinding(leak);
        watching.addFinding(leak);

        assertThat(run.report().hasFindings()).isFalse();
        assertThat(watching.report().text())
                .endsWith(
                        "offload-tck: finding 1: leak: 4,096 bytes of cuMemAlloc_v2 on device 0"
                                + " were never freed\n");
    }

    @Test
    void suppressedFindingsAreCountedOnly(@TempDir Path folder) throws IOException {
        var file = folder.resolve("known.yaml");
        Files.writeString(file, "- id: known\n  findings: [leak]\n  kernel: saxpy*\n");
        var suppressing = RunSamples.run("--suppressions=known.yaml", "--directory=" + folder);
        var process = suppressing.addProcess("saxpy");
        var leak = new KernelFinding(new Defect.Leak(16, 1, 1), List.of());

        suppressing.addFinding(new RunFinding.Detected(process, leak));
        suppressing.addFinding(new RunFinding.Detected(process, leak));

        assertThat(suppressing.report().hasFindings()).isFalse();
        assertThat(suppressing.report().text())
                .endsWith(
                        "offload-tck: 2 findings suppressed: 2 by known; --show-suppressed reports"
                                + " known defects\n");
        assertThat(suppressing.report().json()).contains("\"suppressed\": {");
    }

    @Test
    void budgetsAreComparedWithTheSumsOfTheLaunches(@TempDir Path folder) throws IOException {
        var row = "- {kernel: saxpy, device: t4, metric: %s, reference: %d, source: counted}\n";
        Files.writeString(
                folder.resolve("budgets.yaml"),
                row.formatted("warp-instructions", 4) + row.formatted("launches", 1));
        var budgeted = RunSamples.run("--budget=budgets.yaml", "--directory=" + folder);
        var process = budgeted.addProcess("saxpy");
        budgeted.addLaunch(RunSamples.launch(process, "saxpy", 1));
        budgeted.addLaunch(RunSamples.launch(process, "saxpy", 3));

        assertThat(budgeted.report().budgets().isBroken()).isTrue();
        assertThat(budgeted.report().text())
                .endsWith(
                        """
                        offload-tck: 1 of 2 budgets kept
                          PERF_REGRESSED  launches of saxpy is 2 when it should be at most 1 (+100.0 %)
                        """);
        assertThat(budgeted.report().json())
                .containsPattern("\"verdict\": \"PERF_REGRESSED\",\\s+\"value\": 2");
    }

    @Test
    void aBadArgumentNamesItsCall() {
        run.addFinding(
                new RunFinding.BadArgument(
                        run.addProcess("saxpy"), "cuMemFree_v2", "dptr 0x1 is not an allocation"));

        assertThat(run.report().text())
                .endsWith("finding 1: bad argument: cuMemFree_v2: dptr 0x1 is not an allocation\n");
    }

    @Test
    void equalRunsHaveEqualDocuments() {
        assertThat(RunSamples.everyShape().json()).isEqualTo(RunSamples.everyShape().json());
        assertThat(RunSamples.everyShape().text()).isEqualTo(RunSamples.everyShape().text());
    }
}
