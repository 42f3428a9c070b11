import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Writes PTX modules with a kernel for each form of instruction, their operands and a manifest:
///
///     java Generate.java FOLDER
///
/// `ptxas` assembles each module for sm_90; a form that it refuses goes into `refused.txt` with the
/// reason. `FOLDER/*.cubin` are what it made of the rest.
final class Generate {

    private static final String HEADER = ".version 9.0\n.target sm_90\n.address_size 64\n.shared .align 16 .b8 s[4096];\n.const .align 8 .b8 k[64] = {1};\n";
    private static final Pattern ERROR = Pattern.compile(".*, line (\\d+); (?:error|fatal)\\s*: (.*)");

    private final Path folder;
    private final StringBuilder refused = new StringBuilder();

    private Generate(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[0]);
        Files.createDirectories(folder);
        new Generate(folder).run();
    }

    private void run() throws Exception {
        var modules = new LinkedHashMap<String, Map<String, Form>>();
        for (var form : Forms.all()) {
            var other = modules.computeIfAbsent(form.module(), _ -> new LinkedHashMap<>()).put(form.name(), form);
            if (other != null) {
                throw new IllegalStateException(form.name() + ": two forms have that name");
            }
        }
        var kept = new ArrayList<Form>();
        for (var module : modules.entrySet()) {
            kept.addAll(assembled(module.getKey(), new ArrayList<>(module.getValue().values())));
        }
        write(kept);
        Files.writeString(folder.resolve("refused.txt"), refused);
        System.out.printf("%d forms, %d refused%n", kept.size(), refused.toString().lines().count());
    }

    /// The forms of a module that `ptxas` accepts.
    private List<Form> assembled(String module, List<Form> forms) throws Exception {
        var file = folder.resolve(module + ".ptx");
        var left = forms;
        while (true) {
            var text = new StringBuilder(HEADER);
            var lines = new TreeMap<Integer, Form>();
            int line = 1 + (int) HEADER.chars().filter(c -> c == '\n').count();
            for (var form : left) {
                lines.put(line, form);
                text.append(form.kernel());
                line += (int) form.kernel().lines().count();
            }
            Files.writeString(file, text);
            var errors = ptxas(file);
            if (errors.isEmpty()) {
                return left;
            }
            var bad = new LinkedHashMap<Form, String>();
            for (var error : errors) {
                var matcher = ERROR.matcher(error);
                if (matcher.matches()) {
                    bad.putIfAbsent(lines.floorEntry(Integer.parseInt(matcher.group(1))).getValue(), matcher.group(2));
                }
            }
            if (bad.isEmpty()) {
                throw new IOException(String.join("\n", errors));
            }
            bad.forEach((form, why) -> refused.append(form.name()).append(": ").append(why).append('\n'));
            left = left.stream().filter(form -> !bad.containsKey(form)).toList();
        }
    }

    private List<String> ptxas(Path file) throws Exception {
        var cubin = file.toString().replace(".ptx", ".cubin");
        var process = new ProcessBuilder("ptxas", "-arch=sm_90", file.toString(), "-o", cubin).redirectErrorStream(true).start();
        var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        return process.waitFor() == 0 ? List.of() : lines;
    }

    private void write(List<Form> forms) throws IOException {
        var tables = new LinkedHashMap<String, Integer>();
        var data = ByteBuffer.allocate(64 << 20).order(ByteOrder.LITTLE_ENDIAN);
        var manifest = new StringBuilder();
        for (var form : forms) {
            var key = form.operands().isEmpty() || form.recordBytes() != 32 ? form.name() : form.table();
            int at = tables.computeIfAbsent(key, _ -> fill(form, data));
            manifest.append(String.join(
                    "\t", form.module(), form.identifier(), "" + form.records() / form.block(), "" + form.block(), "" + at,
                    "" + form.recordBytes(), "" + form.resultBits(), "" + form.count(), form.result(),
                    form.operands().isEmpty() ? "-" : String.join(",", form.operands()), form.name()));
            manifest.append('\n');
        }
        var bytes = new byte[data.position()];
        data.get(0, bytes);
        Files.write(folder.resolve("operands.bin"), bytes);
        Files.writeString(folder.resolve("manifest.tsv"), manifest);
    }

    private static int fill(Form form, ByteBuffer data) {
        int at = data.position();
        if (form.recordBytes() != 32) {
            Matrices.fill(form, data, new Random(form.name().hashCode()));
        } else {
            var random = new Random(form.table().hashCode());
            for (int i = 0; i < form.records(); i++) {
                long before = 0;
                for (int j = 0; j < 4; j++) {
                    before = j < form.operands().size() ? Operands.value(form.operands().get(j), i, j, before, random) : 0;
                    data.putLong(before);
                }
            }
        }
        return at;
    }
}
