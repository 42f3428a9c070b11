package org.offloadtck.object.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.fixture.LlvmTool;
import org.offloadtck.object.startup.X86Instruction.Operation;

class X86DecoderTest {

    private static final Pattern LINE = Pattern.compile("^\\s*([0-9a-f]+):\\s*(\\S.*)$");

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({
        "50, PUSH, 1",
        "48 8d 3d d8 6c 00 00, ADDRESS, 7",
        "48 8b 05 10 00 00 00, LOAD, 7",
        "bf 98 20 40 00, SET, 5",
        "48 bf 98 20 40 00 00 00 00 00, SET, 10",
        "48 c7 c7 98 20 40 00, SET, 7",
        "31 ff, CLEAR, 2",
        "e8 d3 ff ff ff, CALL, 5",
        "ff 15 10 00 00 00, CALL_INDIRECT, 6",
        "ff d0, CALL_INDIRECT, 2",
        "f2 ff 25 10 00 00 00, JUMP_INDIRECT, 7",
        "f3 0f 1e fa, NOTHING, 4",
        "66 2e 0f 1f 84 00 00 00 00 00, NOTHING, 10",
        "0f 84 ac 00 00 00, BRANCH, 6",
        "eb 2c, JUMP, 2",
        "c3, RETURN, 1",
        "0f 0b, TRAP, 2",
        "48 83 ec 08, OTHER, 4",
        "f7 c7 01 00 00 00, NOTHING, 6",
        "c5 f8 77, NOTHING, 3"
    })
    void decodesAnInstruction(String bytes, Operation operation, int length) {
        var code = HexFormat.ofDelimiter(" ").parseHex(bytes);

        assertThat(X86Decoder.decode(ObjectBytes.of("code", code), 0))
                .hasValueSatisfying(instruction -> {
                    assertThat(instruction.operation()).isEqualTo(operation);
                    assertThat(instruction.length()).isEqualTo(length);
                });
    }

    @Test
    void decodesNoInstructionThatIsCutShort() {
        var code = ObjectBytes.of("code", new byte[] {(byte) 0xe8, 0, 0});

        assertThat(X86Decoder.decode(code, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exe16", "exe19", "exe22"})
    void findsTheInstructionsThatObjdumpFinds(String file) throws IOException {
        var objdump = LlvmTool.find("llvm-objdump", 15);
        assumeTrue(objdump.isPresent(), "no llvm-objdump of LLVM 15 or later is installed");
        var bytes = Corpus.bytes("objects/" + file);
        var text = ElfObject.parse(file, bytes).section(".text").orElseThrow();

        var printed =
                objdump.orElseThrow()
                        .run(
                                List.of(
                                        "-d",
                                        "--no-show-raw-insn",
                                        "--section=.text",
                                        Files.write(folder.resolve(file), bytes).toString()));

        var expected = new TreeSet<Long>();
        for (var line : printed) {
            var matcher = LINE.matcher(line);
            if (matcher.find()) {
                expected.add(Long.parseLong(matcher.group(1), 16));
            }
        }
        assertThat(expected).isNotEmpty();
        assertThat(addresses(text)).containsExactlyElementsOf(expected);
    }

    private static List<Long> addresses(Section text) {
        var addresses = new ArrayList<Long>();
        long at = 0;
        while (at < text.contents().size()) {
            addresses.add(text.address() + at);
            at += X86Decoder.decode(text.contents(), at).orElseThrow().length();
        }
        return addresses;
    }
}
