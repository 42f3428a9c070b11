package org.offloadtck.toolkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.object.container.DeviceContainer;

/// A folder with files, and the tools run on them. `DIR/` in arguments and output stands for it.
record ToolRunFixture(Path folder) {

    /// What a tool did.
    record Outcome(int status, String output, String diagnostics) {}

    /// A module for sm_75 with these lines after its three lines of head.
    static String module(String body) {
        return ".version 6.4\n.target sm_75\n.address_size 64\n" + body;
    }

    Outcome run(CudaTool tool, String... arguments) {
        var words = Arrays.stream(arguments).map(each -> each.replace("DIR", folder.toString()));
        return run(tool, words.toList());
    }

    private Outcome run(CudaTool tool, List<String> arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int status = tool.run(arguments, new PrintWriter(out), new PrintWriter(err));
        return new Outcome(status, text(out), text(err));
    }

    private String text(StringWriter writer) {
        return writer.toString().replace(folder.toString(), "DIR");
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text, UTF_8);
    }

    /// Puts the object of a module, with the lines of [#module], into a file.
    ///
    /// @param externs functions without parameters that it declares
    void object(String name, String body, String... externs) throws IOException {
        var declarations = Arrays.stream(externs).map(".extern .func %s();\n"::formatted);
        write(name + ".s", module(declarations.collect(Collectors.joining()) + body));
        var outcome =
                run(CudaTool.PTXAS, "-c", "-arch=sm_75", "DIR/" + name + ".s", "-o", "DIR/" + name);
        if (outcome.status() != 0) {
            throw new IllegalArgumentException(outcome.diagnostics());
        }
    }

    byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    DeviceContainer container(String name) throws IOException {
        return DeviceContainer.parse(name, bytes(name));
    }

    boolean has(String name) {
        return Files.exists(folder.resolve(name));
    }
}
