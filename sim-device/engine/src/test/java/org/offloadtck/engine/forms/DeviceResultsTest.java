package org.offloadtck.engine.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.offloadtck.engine.fixture.TestDevice;
import org.offloadtck.engine.launch.ExecutionStrategy;
import org.offloadtck.engine.memory.Allocation;
import org.offloadtck.engine.program.DecodedFunction;
import org.offloadtck.engine.thread.LaunchShape;

/// The results of all forms, interpreted and as bytecode, against those of an H200.
///
/// `h200-results.txt.gz` has what an H200 printed (driver 580.159, `ptxas` of CUDA 13.0,
/// 2026-11-26), and `h200-differences.tsv` the forms that may differ and why. Forms that `ptxas`
/// rejects for sm_90 have no results there and are left out.
final class DeviceResultsTest {

    /// Kernels of a module, for a launch has buffers as long as its module.
    private static final int KERNELS = 64;

    /// Modules whose instructions bytecode computes in lines of its own.
    private static final Set<String> COMPILED =
            Set.of("integer", "bits", "single", "double", "other");

    private final Map<String, String> expected = expected();
    private final AllowedDifferences allowed =
            AllowedDifferences.parse(read("h200-differences.tsv"));
    private final Set<AllowedDifferences.Row> needed = new HashSet<>();
    private final List<String> unexpected = new ArrayList<>();
    private int compared;

    private static InputStream open(String name) {
        return Objects.requireNonNull(DeviceResultsTest.class.getResourceAsStream(name), name);
    }

    private static String read(String name) {
        try (var stream = open(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> expected() {
        try (var stream = new GZIPInputStream(open("h200-results.txt.gz"))) {
            var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return ResultComparison.results(text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void interpretedResultsAreThoseOfTheDevice() {
        compare(Forms.all(), ExecutionStrategy.INTERPRETER);

        assertThat(unexpected).isEmpty();
        assertThat(compared).as("compared forms").isEqualTo(expected.size());
        assertThat(allowed.rows()).as("rows that a form needs").allMatch(needed::contains);
    }

    /// The forms of the other modules are interpreted by the functions that bytecode calls.
    @Test
    void resultsOfBytecodeAreThoseOfTheDevice() {
        var forms = Forms.all().stream().filter(form -> COMPILED.contains(form.module())).toList();

        compare(forms, ExecutionStrategy.BYTECODE);

        assertThat(unexpected).isEmpty();
    }

    private void compare(List<Form> forms, ExecutionStrategy strategy) {
        forms.stream()
                .filter(form -> expected.containsKey(form.name()))
                .gather(Gatherers.windowFixed(KERNELS))
                .forEach(window -> compareModule(window, strategy));
    }

    private void compareModule(List<Form> forms, ExecutionStrategy strategy) {
        var operands = new OperandTables(forms);
        var device =
                TestDevice.of(
                        "forms.ptx",
                        Forms.module(forms),
                        _ -> (_, options, launch) -> launch.apply(options.withExecutor(strategy)));
        var kernels =
                device.image().functions().stream()
                        .collect(Collectors.toMap(DecodedFunction::name, kernel -> kernel));
        byte[] bytes = operands.bytes();
        var in = device.allocate("operands", bytes.length);
        device.at(in).put(bytes);
        int most = forms.stream().mapToInt(f -> f.records() * f.resultBytes()).max().orElseThrow();
        var out = device.allocate("results", most);
        for (var form : forms) {
            var shape = LaunchShape.of(form.records() / form.block(), form.block());
            long first = in.address() + operands.offset(form);
            device.launch(kernels.get(form.identifier()), shape, first, out);
            check(form, operands, digits(form, device, out));
        }
    }

    private void check(Form form, OperandTables operands, String actual) {
        compared++;
        var measured = Objects.requireNonNull(expected.get(form.name()));
        if (actual.equals(measured)) {
            return;
        }
        allowed.rows().stream().filter(row -> row.covers(form.name())).forEach(needed::add);
        var found = ResultComparison.of(form, operands, actual, measured);
        if (!allowed.allow(form.name(), found)) {
            unexpected.add(form.name() + ": " + found);
        }
    }

    /// The results as a run on a device prints them: the highest byte first, predicates as a digit.
    private static String digits(Form form, TestDevice device, Allocation out) {
        var bytes = device.at(out);
        int width = Math.max(1, form.resultBits() / Byte.SIZE);
        boolean isPredicate = form.resultBits() == 4;
        var text = new StringBuilder();
        for (int i = 0; i < form.records() * form.count(); i++) {
            for (int j = width - 1; j >= 0; j--) {
                int value = bytes.get(i * width + j) & 0xff;
                if (!isPredicate) {
                    text.append(Character.forDigit(value >> 4, 16));
                }
                text.append(Character.forDigit(value & 0xf, 16));
            }
        }
        return text.toString();
    }
}
