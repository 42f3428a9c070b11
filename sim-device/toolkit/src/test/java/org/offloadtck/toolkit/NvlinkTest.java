package org.offloadtck.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.object.archive.Archive;
import org.offloadtck.object.archive.ArchiveMember;
import org.offloadtck.object.container.ContainerSymbol;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.toolkit.ToolRunFixture.Outcome;

class NvlinkTest {

    @TempDir private Path folder = Path.of("");

    private ToolRunFixture place = new ToolRunFixture(folder);

    @BeforeEach
    void enter() throws IOException {
        place = new ToolRunFixture(folder);
        place.object("k.o", ".visible .entry k()\n{\n    call.uni f, ();\n    ret;\n}\n", "f");
        place.object("f.o", ".visible .func f()\n{\n    call.uni g, ();\n    ret;\n}\n", "g");
        place.object("g.o", ".visible .func g()\n{\n    ret;\n}\n");
    }

    private Outcome nvlink(String arguments) {
        return place.run(
                CudaTool.NVLINK, Arrays.stream(arguments.split(" ", -1)).toArray(String[]::new));
    }

    private void archive(String name, String... members) throws IOException {
        var contents = new ArrayList<ArchiveMember>();
        for (var member : members) {
            contents.add(ArchiveMember.of(member, place.bytes(member)));
        }
        Files.write(folder.resolve(name), Archive.of(name, contents).write());
    }

    private List<String> linked() throws IOException {
        return place.container("out").symbols().stream().map(ContainerSymbol::name).toList();
    }

    @Test
    void objectsBecomeAnImage() throws IOException {
        assertThat(nvlink("-o DIR/out -arch sm_75 -LDIR -L DIR DIR/k.o DIR/f.o DIR/g.o"))
                .isEqualTo(new Outcome(0, "", ""));
        assertThat(place.container("out").form()).isEqualTo(Form.EXECUTABLE);
        assertThat(place.container("out").sm()).isEqualTo(75);
        assertThat(linked()).containsExactly("k", "f", "g");
    }

    @Test
    void everyUndefinedNameIsToldWithItsFile() throws IOException {
        place.object(
                "u.o",
                ".visible .entry u()\n{\n    call.uni a, ();\n    call.uni b, ();\n}\n",
                "a",
                "b");

        var outcome = nvlink("-o DIR/out -arch sm_75 DIR/u.o DIR/k.o");

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics())
                .isEqualTo(
                        """
                        nvlink error   : Undefined reference to 'a' in 'DIR/u.o'
                        nvlink error   : Undefined reference to 'b' in 'DIR/u.o'
                        nvlink error   : Undefined reference to 'f' in 'DIR/k.o'
                        """);
        assertThat(place.has("out")).isFalse();
    }

    @Test
    void whatTheDeviceHasIsNotUndefined() throws IOException {
        place.object("m.o", ".visible .entry m()\n{\n    call.uni __nv_sin, ();\n}\n", "__nv_sin");

        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/m.o").status()).isZero();
    }

    @Test
    void aSecondDefinitionIsToldWithBothFiles() throws IOException {
        place.object("g2.o", ".visible .func g()\n{\n    ret;\n}\n");

        var outcome = nvlink("-o DIR/out -arch sm_75 DIR/g.o DIR/g2.o");

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics())
                .isEqualTo(
                        "nvlink error   : Multiple definition of 'g' in 'DIR/g2.o', first defined"
                                + " in 'DIR/g.o'\n");
    }

    @Test
    void weakDefinitionsGiveWay() throws IOException {
        place.object("w1.o", ".weak .func g()\n{\n    ret;\n}\n");
        place.object("w2.o", ".weak .func g()\n{\n    ret;\n}\n");

        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/w1.o DIR/w2.o DIR/g.o").status()).isZero();
        assertThat(linked()).containsExactly("g");
    }

    @Test
    void aDeclarationThatDisagreesIsRefused() throws IOException {
        place.write(
                "p.s",
                ToolRunFixture.module(
                        """
                        .extern .func (.param .b32 r) g();
                        .visible .entry p()
                        {
                            .param .b32 x;
                            call.uni (x), g, ();
                        }
                        """));
        place.run(CudaTool.PTXAS, "-c", "DIR/p.s", "-o", "DIR/p.o");

        var outcome = nvlink("-o DIR/out -arch sm_75 DIR/p.o DIR/g.o");

        assertThat(outcome.status()).isEqualTo(255);
        assertThat(outcome.diagnostics())
                .startsWith("nvlink error   : 'g' is declared with (4) from () when it is")
                .contains("in 'DIR/p.o' at 4:");
    }

    @Test
    void archivesGiveWhatIsWantedAndNoMore() throws IOException {
        place.object("h.o", ".visible .func h()\n{\n    ret;\n}\n");
        archive("libx.a", "h.o", "g.o", "f.o");

        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/libx.a DIR/k.o").status()).isZero();
        assertThat(linked()).containsExactly("k", "f", "g");
    }

    @Test
    void librariesAreFoundByNameInTheOrderOfThePath() throws IOException {
        Files.createDirectories(folder.resolve("first"));
        archive("libx.a", "f.o");
        archive("first/libx.a", "f.o", "g.o");

        assertThat(
                        nvlink("-o DIR/out -arch sm_75 -lx -LDIR/none -LDIR/first -LDIR DIR/k.o")
                                .status())
                .isZero();
        assertThat(
                        nvlink("-o DIR/out -arch sm_75 -LDIR -LDIR/first --library x DIR/k.o")
                                .diagnostics())
                .isEqualTo("nvlink error   : Undefined reference to 'g' in 'DIR/libx.a(f.o)'\n");
    }

    @Test
    void aMemberIsTakenFromTheFirstArchiveThatHasIt() throws IOException {
        place.object("f2.o", ".visible .func f()\n{\n    ret;\n}\n");
        archive("liba.a", "f2.o");
        archive("libb.a", "f.o", "g.o");

        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/k.o DIR/liba.a DIR/libb.a").status())
                .isZero();
        assertThat(linked()).containsExactly("k", "f");
    }

    @Test
    void librariesOfTheHostArePassedOver() throws IOException {
        place.write("libm.a", "/* GNU ld script */\n");
        place.write("host.o", "no device code");
        archive("libhost.a", "host.o");

        var outcome = nvlink("-o DIR/out -arch sm_75 -LDIR -lm -lhost -labsent DIR/g.o");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.diagnostics())
                .isEqualTo(
                        """
                        nvlink warning : Skipping incompatible 'DIR/libm.a' when searching for -lm
                        nvlink warning : Skipping incompatible 'DIR/libhost.a' when searching for -lhost
                        nvlink warning : Library 'absent' was not found in the library path
                        """);
    }

    @Test
    void membersForOtherArchitecturesArePassedOver() throws IOException {
        place.run(CudaTool.PTXAS, "-c", "-arch=sm_80", "DIR/g.o.s", "-o", "DIR/g80.o");
        archive("libx.a", "g80.o", "g.o", "f.o");

        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/k.o DIR/libx.a").status()).isZero();
        assertThat(linked()).contains("g");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-o DIR/out -arch sm_80 DIR/g.o: Input file 'DIR/g.o' is for sm_75, which does not"
                        + " match target 'sm_80'",
                "-o DIR/out -arch sm_75 DIR/none.o: Input file 'DIR/none.o' could not be opened",
                "-o DIR/out -arch sm_75: No input files specified; use option --help for more"
                        + " information",
                "-o DIR/out DIR/g.o: Option '--arch' is missing; use option --help for more"
                        + " information",
                "-arch sm_75 DIR/g.o: Option '--output-file' is missing; use option --help for more"
                        + " information",
                "-o DIR/out -arch sm_7 DIR/g.o: Value 'sm_7' is not defined for option 'arch'",
                "-o DIR/out -arch sm_75 -r DIR/g.o: Unknown option '-r'",
            })
    void whatCannotBeDoneIsSaidInALine(String row) {
        var parts = row.split(": ", 2);

        var outcome = nvlink(parts[0]);

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.diagnostics()).isEqualTo("nvlink fatal   : " + parts[1] + "\n");
    }

    @Test
    void filesThatAreNoObjectsAreRefused() throws IOException {
        place.write("text.o", "text");
        nvlink("-o DIR/done.o -arch sm_75 DIR/g.o");

        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/text.o").diagnostics())
                .startsWith("nvlink fatal   : Input file 'DIR/text.o' is not a device object: ");
        assertThat(nvlink("-o DIR/out -arch sm_75 DIR/done.o").diagnostics())
                .isEqualTo("nvlink fatal   : Input file 'DIR/done.o' is already linked\n");
    }

    @Test
    void argumentsMayBeInAFile() throws IOException {
        place.write(
                "arguments",
                Stream.of("-o", folder + "/out", "-arch", "sm_75", folder + "/g.o")
                        .map("\"%s\" "::formatted)
                        .reduce("", String::concat));

        assertThat(nvlink("--options-file DIR/arguments").status()).isZero();
        assertThat(linked()).containsExactly("g");
    }

    @Test
    void equalInputsGiveEqualBytes() throws IOException {
        nvlink("-o DIR/out -arch sm_75 DIR/k.o DIR/f.o DIR/g.o");
        nvlink("-o DIR/again -arch sm_75 DIR/k.o DIR/f.o DIR/g.o");

        assertThat(place.bytes("again")).isEqualTo(place.bytes("out"));
    }
}
