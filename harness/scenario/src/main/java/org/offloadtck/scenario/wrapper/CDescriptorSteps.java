package org.offloadtck.scenario.wrapper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.offloadtck.scenario.record.RecordedAssertions.assertThat;

import io.cucumber.java.en.Then;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.offloadtck.linker.wrap.WrapperObject;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.Relocation;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;
import org.offloadtck.object.profile.link.ImageStart;
import org.offloadtck.scenario.world.ScenarioFolder;

/// Steps about the descriptor as the documents write it in C, compiled by a C compiler.
public final class CDescriptorSteps {

    /// Source: "Offloading Design & Internals", the tables of structures.
    private static final String STRUCTURES =
            """
            #include <stddef.h>
            #include <stdint.h>
            typedef struct { void *addr; char *name; size_t size; int32_t flags, reserved; }
                __tgt_offload_entry;
            typedef struct { const void *ImageStart, *ImageEnd;
                             __tgt_offload_entry *EntriesBegin, *EntriesEnd; } __tgt_device_image;
            typedef struct { int32_t NumDeviceImages; const __tgt_device_image *DeviceImages;
                             __tgt_offload_entry *HostEntriesBegin, *HostEntriesEnd; }
                __tgt_bin_desc;
            """;

    /// The magic bytes 10 FF 10 AD, and fields of the header and entry of version 1. Source: LLVM
    /// 15 to 22, `llvm/include/llvm/Object/OffloadBinary.h`.
    private static final int OFFLOAD_BINARY = 0xAD10FF10;

    private static final int IMAGE_OFFSET = 56;
    private static final int IMAGE_SIZE = 64;

    private final ScenarioFolder scenarioFolder;
    private final WrappedImages wrapped;

    public CDescriptorSteps(ScenarioFolder scenarioFolder, WrappedImages wrapped) {
        this.scenarioFolder = scenarioFolder;
        this.wrapped = wrapped;
    }

    @Then("{word} makes the same images and descriptor of the C form, its table declared as arrays")
    public void makesTheSame(String compiler) {
        compile(compiler, source("%s[]"));
        var theirs = ElfObject.parse("form.o", scenarioFolder.read("form.o"));
        var ours = wrapped.object();

        assertThat(contents(theirs, "BinDesc")).isEqualTo(contents(ours, WrapperObject.DESCRIPTOR));
        assertThat(contents(theirs, "Images")).isEqualTo(contents(ours, WrapperObject.IMAGES));
        for (int index = 0; index < wrapped.images().size(); index++) {
            assertThat(contents(theirs, "Image" + index))
                    .isEqualTo(contents(ours, imageSymbol(index)));
        }
    }

    @Then("{word} rejects the C form with its table declared as pointers: {string}")
    public void refuses(String compiler, String message) {
        scenarioFolder.put("form.c", source("*%s").getBytes(UTF_8));
        var result = scenarioFolder.run(compiler, "-c", "-fPIC", "form.c");
        assertThat(result.ending().isSuccess()).isFalse();
        assertThat(result.errors()).contains(message);
    }

    private void compile(String compiler, String source) {
        scenarioFolder.put("form.c", source.getBytes(UTF_8));
        scenarioFolder.succeed(compiler, "-c", "-fPIC", "-O0", "-o", "form.o", "form.c");
    }

    /// The C source of the descriptor.
    ///
    /// @param declarator of the table's two symbols, with `%s` for the name
    private String source(String declarator) {
        var section =
                wrapped.wrapping()
                        .profile()
                        .entries()
                        .section(wrapped.wrapping().kind())
                        .orElseThrow();
        var text = new StringBuilder(STRUCTURES);
        for (String bound : List.of("__start_" + section, "__stop_" + section)) {
            text.append("__attribute__((visibility(\"hidden\"))) extern __tgt_offload_entry ")
                    .append(declarator.replace("%s", bound))
                    .append(";\n");
        }
        var rows = new ArrayList<String>();
        for (int index = 0; index < wrapped.images().size(); index++) {
            text.append(image(index));
            rows.add("{ %s, __start_%s, __stop_%s }".formatted(bounds(index), section, section));
        }
        return text.append(
                        """
                        static const __tgt_device_image Images[] = { %s };
                        static const __tgt_bin_desc BinDesc = {
                          sizeof(Images) / sizeof(Images[0]), Images, __start_%s, __stop_%s };
                        """
                                .formatted(String.join(", ", rows), section, section))
                .toString();
    }

    /// `ImageStart` and `ImageEnd`: of the variable, as in the documents, or of the image in the
    /// offload binary that the variable contains.
    private String bounds(int index) {
        var content = ByteBuffer.wrap(imageBytes(index)).order(ByteOrder.LITTLE_ENDIAN);
        var wrapper = wrapped.wrapping().profile().wrapper();
        if (content.getInt(0) != OFFLOAD_BINARY
                || wrapper.imageStart() == ImageStart.OFFLOAD_BINARY) {
            return "Image%d, Image%d + sizeof(Image%d)".formatted(index, index, index);
        }
        long offset = content.getLong(IMAGE_OFFSET);
        long end = offset + content.getLong(IMAGE_SIZE);
        return "Image%d + %d, Image%d + %d".formatted(index, offset, index, end);
    }

    /// An image with the bytes of the wrapper object.
    private String image(int index) {
        var bytes = new StringBuilder();
        for (byte value : imageBytes(index)) {
            bytes.append(value).append(',');
        }
        return "static const char Image%d[] = { %s };\n".formatted(index, bytes);
    }

    private byte[] imageBytes(int index) {
        var object = wrapped.object();
        return bytes(object, object.symbol(imageSymbol(index)).orElseThrow());
    }

    private static String imageSymbol(int index) {
        return index == 0 ? WrapperObject.IMAGE : WrapperObject.IMAGE + "." + index;
    }

    /// The bytes and relocations of a variable, with C's names for local variables.
    private static List<String> contents(ElfObject object, String name) {
        var symbol = object.symbol(name).orElseThrow();
        var contents = new ArrayList<String>();
        contents.add(HexFormat.of().formatHex(bytes(object, symbol)));
        for (Relocation relocation : object.relocations(section(symbol))) {
            long offset = relocation.offset() - symbol.value();
            if (offset >= 0 && offset < symbol.size()) {
                contents.add(
                        "%d: type %d, %s"
                                .formatted(offset, relocation.type(), target(object, relocation)));
            }
        }
        return contents;
    }

    private static byte[] bytes(ElfObject object, Symbol symbol) {
        int begin = (int) symbol.value();
        return Arrays.copyOfRange(
                object.sections().get(section(symbol)).bytes(), begin, begin + (int) symbol.size());
    }

    private static int section(Symbol symbol) {
        return ((SymbolPlace.InSection) symbol.place()).index();
    }

    private static String target(ElfObject object, Relocation relocation) {
        var symbol = object.symbols().get(relocation.symbol());
        if (symbol.isUndefined()) {
            return "%s+%d".formatted(symbol.name(), relocation.addend());
        }
        long value = symbol.value() + relocation.addend();
        var variable = variable(object, section(symbol), value).orElseThrow();
        return "%s+%d".formatted(cName(variable.name()), value - variable.value());
    }

    /// The variable that contains an address or ends at it.
    private static Optional<Symbol> variable(ElfObject object, int section, long value) {
        return object.symbols().stream()
                .filter(symbol -> symbol.type().equals(SymbolType.OBJECT))
                .filter(symbol -> symbol.place().equals(new SymbolPlace.InSection(section)))
                .filter(symbol -> symbol.value() <= value)
                .filter(symbol -> value <= symbol.value() + symbol.size())
                .findFirst();
    }

    private static String cName(String name) {
        return switch (name) {
            case WrapperObject.IMAGES -> "Images";
            case WrapperObject.DESCRIPTOR -> "BinDesc";
            case WrapperObject.IMAGE -> "Image0";
            default -> name.replace(WrapperObject.IMAGE + ".", "Image");
        };
    }
}
