package org.offloadtck.engine.forms;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Writes PTX modules with a kernel for each form of instruction, their operands and a manifest
/// into the folder that is its argument.
///
/// `ptxas` of the path assembles each module for sm_90; a form that it rejects goes into
/// `refused.txt` with the reason. `FOLDER/*.cubin` are what it made of the others.
final class WriteForms {

    private static final Pattern ERROR =
            Pattern.compile(".*, line (\\d+); (?:error|fatal)\\s*: (.*)");

    private final Path folder;
    private final StringBuilder refused = new StringBuilder();

    private WriteForms(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        var folder = Path.of(words[0]);
        Files.createDirectories(folder);
        new WriteForms(folder).run();
    }

    private void run() throws IOException, InterruptedException {
        var kept = new ArrayList<Form>();
        for (var module : Forms.modules().entrySet()) {
            kept.addAll(assembled(module.getKey(), module.getValue()));
        }
        write(kept);
        Files.writeString(folder.resolve("refused.txt"), refused);
        System.out.printf(
                "%d forms, %d refused%n", kept.size(), refused.toString().lines().count());
    }

    /// The forms of a module that `ptxas` accepts.
    private List<Form> assembled(String module, List<Form> forms)
            throws IOException, InterruptedException {
        var file = folder.resolve(module + ".ptx");
        var left = forms;
        while (true) {
            Files.writeString(file, Forms.module(left));
            var errors = ptxas(file);
            if (errors.isEmpty()) {
                return left;
            }
            var bad = rejected(left, errors);
            if (bad.isEmpty()) {
                throw new IOException(String.join("\n", errors));
            }
            bad.forEach((form, why) ->
                    refused.append(form.name()).append(": ").append(why).append('\n'));
            left = left.stream().filter(form -> !bad.containsKey(form)).toList();
        }
    }

    private static Map<Form, String> rejected(List<Form> forms, List<String> errors) {
        var lines = new TreeMap<Integer, Form>();
        int line = 1 + (int) Forms.module(List.of()).lines().count();
        for (var form : forms) {
            lines.put(line, form);
            line += (int) form.kernel().lines().count();
        }
        var bad = new LinkedHashMap<Form, String>();
        for (var error : errors) {
            var matcher = ERROR.matcher(error);
            if (matcher.matches()) {
                var form = lines.floorEntry(Integer.parseInt(matcher.group(1))).getValue();
                bad.putIfAbsent(form, matcher.group(2));
            }
        }
        return bad;
    }

    private static List<String> ptxas(Path file) throws IOException, InterruptedException {
        var cubin = file.toString().replace(".ptx", ".cubin");
        var process =
                new ProcessBuilder("ptxas", "-arch=sm_90", file.toString(), "-o", cubin)
                        .redirectErrorStream(true)
                        .start();
        var bytes = process.getInputStream().readAllBytes();
        var lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        return process.waitFor() == 0 ? List.of() : lines;
    }

    /// The columns of `manifest.tsv`: module, kernel, blocks, threads of a block, offset and bytes
    /// of a record of operands, bits and number of results, kinds of result and operands, form.
    private void write(List<Form> forms) throws IOException {
        var tables = new OperandTables(forms);
        var manifest = new StringBuilder();
        for (var form : forms) {
            var kinds = form.operands().isEmpty() ? "-" : String.join(",", form.operands());
            manifest.append(
                    "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t%s\n"
                            .formatted(
                                    form.module(),
                                    form.identifier(),
                                    form.records() / form.block(),
                                    form.block(),
                                    tables.offset(form),
                                    form.recordBytes(),
                                    form.resultBits(),
                                    form.count(),
                                    form.result(),
                                    kinds,
                                    form.name()));
        }
        Files.write(folder.resolve("operands.bin"), tables.bytes());
        Files.writeString(folder.resolve("manifest.tsv"), manifest);
    }
}
