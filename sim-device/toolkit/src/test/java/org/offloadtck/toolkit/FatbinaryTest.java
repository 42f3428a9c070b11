package org.offloadtck.toolkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.container.FatBinary;
import org.offloadtck.object.container.FatBinary.Image;
import org.offloadtck.object.container.FatBinary.Kind;
import org.offloadtck.toolkit.ToolRunFixture.Outcome;

class FatbinaryTest {

    @TempDir private Path folder = Path.of("");

    private ToolRunFixture place = new ToolRunFixture(folder);

    @BeforeEach
    void enter() throws IOException {
        place = new ToolRunFixture(folder);
        place.write("a.cubin", "cubin");
        place.write("a,b.s", "ptx");
    }

    private Outcome fatbinary(String arguments) {
        return place.run(
                CudaTool.FATBINARY, Arrays.stream(arguments.split(" ", -1)).toArray(String[]::new));
    }

    /// What clang passes before release 20, and since.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-64 --create DIR/out --image=profile=sm_75,file=DIR/a.cubin"
                        + " --image=profile=compute_80,file=DIR/a,b.s",
                "-64 --create DIR/out --image3=kind=elf,sm=75,file=DIR/a.cubin"
                        + " --image3=kind=ptx,sm=80,file=DIR/a,b.s",
            })
    void packsTheImagesInTheirOrder(String arguments) throws IOException {
        assertThat(fatbinary(arguments)).isEqualTo(new Outcome(0, "", ""));

        var images = FatBinary.parse("out", place.bytes("out")).images();
        assertThat(images).extracting(Image::kind).containsExactly(Kind.ELF, Kind.PTX);
        assertThat(images).extracting(Image::sm).containsExactly(75, 80);
        assertThat(new String(images.getLast().bytes(), UTF_8)).startsWith("ptx\0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-64: Option '--create' is missing",
                "--create DIR/out DIR/a.cubin: 'DIR/a.cubin' is not an option; --image names"
                        + " images",
                "--create DIR/out --image=sm_75: Image 'sm_75': 'sm_75' is none of [profile, file]",
                "--create DIR/out --image=profile=sm_75: Image 'profile=sm_75': file is missing",
                "--create DIR/out --image=profile=lto_75,file=x: Image 'profile=lto_75,file=x': no"
                        + " known architecture is named",
                "--create DIR/out --image3=kind=bc,sm=75,file=x: Image 'kind=bc,sm=75,file=x': kind"
                        + " is neither elf nor ptx",
                "--create DIR/out --image=profile=sm_75,file=DIR/no: Input file 'DIR/no' could not"
                        + " be opened",
            })
    void whatCannotBeDoneIsSaidInALine(String row) {
        var parts = row.split(": ", 2);

        var outcome = fatbinary(parts[0]);

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.diagnostics()).isEqualTo("fatbinary fatal   : " + parts[1] + "\n");
        assertThat(place.has("out")).isFalse();
    }
}
