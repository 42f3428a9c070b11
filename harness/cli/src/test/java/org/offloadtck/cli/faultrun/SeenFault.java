package org.offloadtck.cli.faultrun;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.scenario.fault.PlantedFault;

/// What happens to planted faults, in the words of `seen` in `corpus/faults`.
final class SeenFault {

    private static final String MANDATORY = "MANDATORY";

    private final Path folder;
    private final Path toolkit;
    private final Map<String, Result> unbroken = new HashMap<>();

    SeenFault(Path folder, Path toolkit) {
        this.folder = folder;
        this.toolkit = toolkit;
    }

    /// The link of a file, and its runs if it links.
    ///
    /// @param registers whether the linked file registers images
    /// @param mandatory the run that may not fall back to the host
    /// @param free the run that may
    private record Result(
            boolean links, boolean registers, FaultProcess mandatory, FaultProcess free) {}

    /// The word of what is seen.
    String see(FaultProgram program, PlantedFault fault) throws Exception {
        if (!unbroken.containsKey(program.base())) {
            unbroken.put(program.base(), result(program, Corpus.bytes(program.base())));
        }
        var before = unbroken.get(program.base());
        if (!before.links()) {
            throw new IllegalStateException(program.base() + " does not link without a fault");
        }
        if (before.mandatory().status() == FaultProcess.NOT_STARTED) {
            throw new IllegalStateException(program.base() + " does not start without a fault");
        }
        var after = result(program, fault.plant());
        if (!after.links()) {
            return "link fails";
        }
        if (!program.isRun()) {
            return after.registers() == before.registers() ? "links" : "registers no image";
        }
        if (after.mandatory().isAs(before.mandatory())) {
            return "runs as before";
        }
        return after.free().isAs(before.free()) ? "runs on the host" : after.mandatory().ending();
    }

    private Result result(FaultProgram program, byte[] bytes) throws Exception {
        var none = new FaultProcess(0, "", "");
        var file = folder.resolve("program");
        Files.deleteIfExists(file);
        if (program.isLinked()) {
            Files.write(file, bytes);
        } else if (program.link(bytes, toolkit, file).status() != 0 || !Files.exists(file)) {
            return new Result(false, false, none, none);
        }
        if (!program.isRun()) {
            return new Result(true, registers(file), none, none);
        }
        file.toFile().setExecutable(true);
        var mandatory = program.run(file, MANDATORY);
        return new Result(true, true, mandatory, program.run(file, "DEFAULT"));
    }

    private static boolean registers(Path file) throws Exception {
        return ElfObject.parse(file.toString(), Files.readAllBytes(file)).symbols().stream()
                .anyMatch(symbol -> symbol.name().contains("descriptor_reg"));
    }

    /// What a row records for a release: `LLVM 16: aborts, 19: crashes or aborts; date`.
    static List<String> recorded(String seen, String release) {
        var part =
                Pattern.compile("(?:LLVM |, )%s: (.*?)(?:, \\d+: |;|$)".formatted(release))
                        .matcher(seen);
        return part.find() ? List.of(part.group(1).split(" or ", -1)) : List.of();
    }
}
