package org.offloadtck.scenario.record;

import io.cucumber.plugin.event.Result;
import java.util.Optional;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.Verdict;
import org.offloadtck.conformance.result.VerdictKind;
import org.offloadtck.implementation.process.PluginVerdict;
import org.offloadtck.object.bytes.MalformedObjectException;
import org.offloadtck.plugin.DeviceException;
import org.offloadtck.plugin.image.DeviceLinkException;
import org.offloadtck.runtime.diagnostic.MissingCapabilityException;
import org.offloadtck.runtime.diagnostic.OffloadException;
import org.opentest4j.TestAbortedException;

/// The verdict of a finished scenario.
final class ScenarioVerdict {

    private ScenarioVerdict() {}

    static Verdict of(Stage stage, Result result) {
        var fault = Optional.ofNullable(result.getError());
        return switch (result.getStatus()) {
            case PASSED -> Verdict.pass();
            case SKIPPED -> skipped(fault);
            case FAILED -> failed(stage, fault.orElseThrow());
            case UNDEFINED, AMBIGUOUS, PENDING, UNUSED ->
                    Verdict.of(
                            VerdictKind.HARNESS_ERROR,
                            fault.map(ScenarioVerdict::words)
                                    .orElse("a step has no one definition"));
        };
    }

    private static Verdict skipped(Optional<Throwable> fault) {
        return fault.filter(UnsupportedException.class::isInstance)
                .map(cause -> Verdict.of(VerdictKind.UNSUPPORTED, words(cause)))
                .orElseGet(() ->
                        Verdict.of(
                                VerdictKind.NOT_RUN,
                                fault.filter(TestAbortedException.class::isInstance)
                                        .map(ScenarioVerdict::words)
                                        .orElse("the scenario was left out")));
    }

    private static Verdict failed(Stage stage, Throwable fault) {
        return PluginVerdict.of(fault).orElseGet(() -> otherFailure(stage, fault));
    }

    private static Verdict otherFailure(Stage stage, Throwable fault) {
        return switch (fault) {
            case VerdictError known -> known.verdict();
            case AssertionError _ -> Verdict.of(failureOf(stage), words(fault));
            case MalformedObjectException _ -> Verdict.of(VerdictKind.FAIL_FORMAT, words(fault));
            case DeviceLinkException _ -> Verdict.of(VerdictKind.FAIL_LINK, words(fault));
            case DeviceException _, OffloadException _ ->
                    Verdict.of(VerdictKind.FAIL_RUNTIME, words(fault));
            case MissingCapabilityException _ -> Verdict.of(VerdictKind.UNSUPPORTED, words(fault));
            default ->
                    Verdict.of(
                            VerdictKind.HARNESS_ERROR,
                            fault.getClass().getSimpleName() + ": " + words(fault));
        };
    }

    private static VerdictKind failureOf(Stage stage) {
        return switch (stage) {
            case COMPILATION, DEVICE_COMPILATION -> VerdictKind.FAIL_COMPILE;
            case OFFLOAD_ENTRIES, OFFLOAD_BINARY, FAT_OBJECT, INDIRECT_CALL, OBJECT_CHECK ->
                    VerdictKind.FAIL_FORMAT;
            case DEVICE_LINK, WRAPPER, HOST_LINK, RELOCATABLE_LINK, MIXED_TARGETS ->
                    VerdictKind.FAIL_LINK;
            case REGISTRATION,
                    DATA_MAPPING,
                    KERNEL_LAUNCH,
                    SIMULATED_DEVICE,
                    TIMING,
                    CHECKS,
                    SIMULATION,
                    EXECUTABLE_RUN ->
                    VerdictKind.FAIL_RUNTIME;
        };
    }

    private static String words(Throwable fault) {
        var message = Optional.ofNullable(fault.getMessage()).map(String::strip).orElse("");
        return message.isEmpty() ? fault.getClass().getSimpleName() : message;
    }
}
