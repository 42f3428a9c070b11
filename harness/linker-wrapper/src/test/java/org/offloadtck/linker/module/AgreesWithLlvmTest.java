package org.offloadtck.linker.module;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.linker.HostToolchain;

/// Runs random functions twice: compiled by the kit, and compiled by LLVM from their text.
final class AgreesWithLlvmTest {

    private static final String LLC = "llc-16";
    private static final int FUNCTIONS = 200;

    @TempDir private Path folder;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void computesWhatLlvmMakesOfTheText(long seed) {
        HostToolchain.assume(LLC);
        var main = HostToolchain.compile(folder, "/org/offloadtck/linker/module/record.c", "-w");
        var module = RandomModule.of(seed, FUNCTIONS);

        var ours =
                HostToolchain.write(
                        folder.resolve("ours.o"), ModuleObject.of(module, "ours.o").write());
        var text =
                HostToolchain.write(folder.resolve("m.ll"), ModuleText.of(module).getBytes(UTF_8));
        var theirs = folder.resolve("theirs.o");
        run(
                LLC,
                "-relocation-model=pic",
                "-filetype=obj",
                "-o",
                theirs.toString(),
                text.toString());

        assertThat(output(main, ours)).isEqualTo(output(main, theirs)).hasLineCount(FUNCTIONS);
    }

    private String output(Path main, Path module) {
        var program = folder.resolve("program").toString();
        run("gcc", "-o", program, main.toString(), module.toString());
        return run(program);
    }

    private String run(String... command) {
        return HostToolchain.succeed(HostToolchain.run(folder, command));
    }
}
