package org.offloadtck.scenario.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.offloadtck.conformance.plan.TestSuite.Test;
import org.offloadtck.data.DataException;
import org.offloadtck.data.DataText;
import org.offloadtck.implementation.process.ToolCommand;
import org.offloadtck.implementation.process.ToolProcess;

/// The tests that a runner lists.
///
/// @param program the runner
/// @param folder of the tests
record TestListing(String program, Path folder) {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /// A test of `lit --show-tests`: suite and path.
    private static final Pattern LIT_TEST = Pattern.compile("  (.+) :: (.+)");

    /// What CMake's regular expressions give a meaning (cmake(1) 3.25, "string", "Regex
    /// Specification").
    private static final Pattern SPECIAL = Pattern.compile("[\\\\^$.\\[\\]*+?()|-]");

    /// The tests of CMake's ctest, 3.21 or later, as `ctest --show-only=json-v1` lists them.
    ///
    /// @throws IllegalArgumentException if it lists none
    List<Test> ctest() {
        var output = output(List.of("--test-dir", folder.toString(), "--show-only=json-v1"));
        try {
            return new DataText(program, output)
                    .json().rows("tests").stream().map(test -> ctest(test.text("name"))).toList();
        } catch (DataException fault) {
            throw new IllegalArgumentException(String.valueOf(fault.getMessage()), fault);
        }
    }

    private Test ctest(String name) {
        var exactly = "^%s$".formatted(SPECIAL.matcher(name).replaceAll("\\\\$0"));
        return new Test(
                name,
                List.of(
                        program,
                        "--test-dir",
                        folder.toString(),
                        "--output-on-failure",
                        "--no-tests=error",
                        "-R",
                        exactly));
    }

    /// The tests of LLVM's lit.
    ///
    /// @throws IllegalArgumentException if it lists none
    List<Test> lit() {
        var tests = new ArrayList<Test>();
        for (var line : output(List.of("--show-tests", folder.toString())).lines().toList()) {
            var test = LIT_TEST.matcher(line);
            if (test.matches()) {
                var file = folder.resolve(test.group(2)).toString();
                tests.add(new Test(test.group(2), List.of(program, "-v", file)));
            }
        }
        return tests;
    }

    private String output(List<String> options) {
        var words = new ArrayList<>(List.of(program));
        words.addAll(options);
        var result = ToolProcess.run(new ToolCommand(words, folder, Map.of(), LIMIT));
        if (!result.ending().isSuccess()) {
            throw new IllegalArgumentException(
                    "%s lists no tests of %s: %s, %s"
                            .formatted(program, folder, result.ending(), result.firstError()));
        }
        return result.output();
    }
}
