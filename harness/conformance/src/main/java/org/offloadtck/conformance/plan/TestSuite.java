package org.offloadtck.conformance.plan;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.offloadtck.data.Fields;
import org.offloadtck.data.JsonObject;

/// Tests of a user, each of which is a cell on each of the devices: a command that runs under the
/// emulated driver.
///
/// @param name in results: lower-case letters, digits and dashes
/// @param runner that reports what became of a test
/// @param devices on which the tests run, as `exec --device` names them
/// @param options more options of `exec`
/// @param seconds after which a test is ended
/// @param folder the absolute path in which the commands run
public record TestSuite(
        String name,
        Runner runner,
        List<String> devices,
        List<String> options,
        int seconds,
        String folder,
        List<Test> tests) {

    /// What begins the implementation of a suite's results; the name follows.
    public static final String IMPLEMENTATION = "suite:";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    /// Who runs a test.
    public enum Runner {
        /// The kit, by the command.
        COMMANDS("commands"),
        /// CMake's ctest.
        CTEST("ctest"),
        /// LLVM's lit.
        LIT("lit");

        static final List<Runner> ALL = List.of(values());

        private final String word;

        Runner(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// A test.
    ///
    /// @param name in results, different for each test of the suite
    /// @param words the program and its arguments
    public record Test(String name, List<String> words) {

        public Test {
            words = List.copyOf(words);
            if (name.isBlank() || words.isEmpty()) {
                throw new IllegalArgumentException(
                        "a test is '%s' %s when it should have a name and a command"
                                .formatted(name, words));
            }
        }

        private static Test read(Fields fields) {
            return new Test(fields.text("name"), fields.texts("words"));
        }

        private JsonObject toJson() {
            return new JsonObject().put("name", name).putTexts("words", words);
        }
    }

    /// @throws IllegalArgumentException if the name is none, a list is empty, or two tests have one
    ///   name
    public TestSuite {
        devices = List.copyOf(devices);
        options = List.copyOf(options);
        tests = List.copyOf(tests);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name is '%s' when it should be lower-case letters, digits and dashes"
                            .formatted(name));
        }
        if (devices.isEmpty() || tests.isEmpty()) {
            throw new IllegalArgumentException(
                    "suite %s has %d devices and %d tests when it should have one or more of each"
                            .formatted(name, devices.size(), tests.size()));
        }
        if (seconds < 1) {
            throw new IllegalArgumentException(
                    "seconds is %d when it should be 1 or more".formatted(seconds));
        }
        var names = new HashSet<String>();
        for (var test : tests) {
            if (!names.add(test.name())) {
                throw new IllegalArgumentException(
                        "suite %s has two tests '%s' when each should have another name"
                                .formatted(name, test.name()));
            }
        }
    }

    static TestSuite read(Fields fields) {
        return new TestSuite(
                fields.text("name"),
                fields.choice("runner", Runner.ALL, Runner::word),
                fields.texts("devices"),
                fields.textsOrNone("options"),
                fields.integer("seconds"),
                fields.text("folder"),
                fields.rows("tests", Test::read));
    }

    JsonObject toJson() {
        return new JsonObject()
                .put("name", name)
                .put("runner", runner.word())
                .putTexts("devices", devices)
                .putTexts("options", options)
                .put("seconds", seconds)
                .put("folder", folder)
                .putAll("tests", tests.stream().map(Test::toJson).toList());
    }
}
