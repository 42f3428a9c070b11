package org.offloadtck.object.container;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.offloadtck.object.bytes.FormatRule;
import org.offloadtck.object.bytes.ObjectBytes;
import org.offloadtck.object.container.ContainerSymbol.Kind;
import org.offloadtck.object.container.ContainerSymbol.Linkage;
import org.offloadtck.object.container.DeviceContainer.Form;
import org.offloadtck.object.elf.ElfObject;
import org.offloadtck.object.elf.model.ElfMachine;
import org.offloadtck.object.elf.model.ElfType;
import org.offloadtck.object.elf.model.Section;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolPlace;
import org.offloadtck.object.elf.model.SymbolType;

/// Reads a device container from an ELF file.
final class ContainerReader {

    /// Offsets of `e_ident[EI_OSABI]`, `e_type`, `e_machine` and `e_flags` in an `Elf64_Ehdr`, for
    /// diagnostics. Source: System V ABI, "ELF Header".
    private static final long AT_OSABI = 7;

    private static final long AT_TYPE = 16;
    private static final long AT_MACHINE = 18;
    private static final long AT_FLAGS = 48;

    private final ObjectBytes file;
    private final ElfObject object;

    ContainerReader(ObjectBytes file) {
        this.file = file;
        this.object = ElfObject.parse(file);
    }

    DeviceContainer read() {
        var header = object.header();
        require(
                header.machine().equals(ElfMachine.CUDA),
                AT_MACHINE,
                "machine is %d when it should be %d, EM_CUDA"
                        .formatted(header.machine().code(), ElfMachine.CUDA.code()));
        require(
                header.osAbi() == ContainerWriter.OSABI_CUDA
                        && header.abiVersion() == ContainerWriter.ABI_VERSION_1,
                AT_OSABI,
                "OS ABI is 0x%x version %d when it should be 0x%x version %d"
                        .formatted(
                                header.osAbi(),
                                header.abiVersion(),
                                ContainerWriter.OSABI_CUDA,
                                ContainerWriter.ABI_VERSION_1));
        int sm = (int) (header.flags() & DeviceContainer.MOST_SM);
        require(
                sm > 0 && header.flags() == ContainerWriter.flags(sm),
                AT_FLAGS,
                "flags are 0x%x when they should be 0x%x for sm_%d"
                        .formatted(header.flags(), ContainerWriter.flags(sm), sm));
        return new DeviceContainer(form(), sm, text(ptxSection()), symbols());
    }

    private Form form() {
        var type = object.header().type();
        if (type.equals(ElfType.RELOCATABLE)) {
            return Form.RELOCATABLE;
        }
        require(
                type.equals(ElfType.EXECUTABLE),
                AT_TYPE,
                "type is %s when it should be ET_REL or ET_EXEC".formatted(type));
        return Form.EXECUTABLE;
    }

    private Section ptxSection() {
        var sections = object.sections(ContainerWriter.PTX_SECTION);
        require(
                sections.size() == 1,
                0,
                "there are %d sections %s when there should be one"
                        .formatted(sections.size(), ContainerWriter.PTX_SECTION));
        return sections.getFirst();
    }

    private static String text(Section section) {
        var contents = section.contents();
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(section.bytes())).toString();
        } catch (CharacterCodingException cause) {
            throw contents.malformed(0, FormatRule.TEXT, "the PTX is not UTF-8").causedBy(cause);
        }
        if (text.indexOf('\0') >= 0) {
            throw contents.malformed(0, FormatRule.TEXT, "the PTX contains a NUL");
        }
        return text;
    }

    private List<ContainerSymbol> symbols() {
        var names = new HashSet<String>();
        var symbols = new ArrayList<ContainerSymbol>();
        for (var symbol : object.symbols()) {
            if (!symbol.isLocal()) {
                require(
                        names.add(symbol.name()),
                        0,
                        "symbol %s is defined twice".formatted(symbol.name()));
                symbols.add(containerSymbol(symbol));
            }
        }
        return symbols;
    }

    private ContainerSymbol containerSymbol(Symbol symbol) {
        boolean function = symbol.type().equals(SymbolType.FUNC);
        require(
                function || symbol.type().equals(SymbolType.OBJECT),
                0,
                "symbol %s is of type %d when it should be a function or an object"
                        .formatted(symbol.name(), symbol.type().code()));
        var linkage = symbol.isWeak() ? Linkage.WEAK : Linkage.DEFINED;
        return new ContainerSymbol(
                symbol.name(),
                function ? Kind.FUNCTION : Kind.VARIABLE,
                symbol.isUndefined() ? Linkage.UNDEFINED : linkage,
                symbol.size(),
                function ? ByteBuffer.allocate(0) : initial(symbol));
    }

    private ByteBuffer initial(Symbol symbol) {
        if (symbol.place() instanceof SymbolPlace.InSection(int index)) {
            var section = object.sections().get(index);
            if (section.type().equals(SectionType.PROGBITS)) {
                return bytes(section.contents(), symbol);
            }
        }
        return ByteBuffer.allocate(0);
    }

    private ByteBuffer bytes(ObjectBytes contents, Symbol symbol) {
        long most = contents.size() - symbol.size();
        require(
                symbol.size() >= 0 && symbol.value() >= 0 && symbol.value() <= most,
                0,
                "symbol %s has %d bytes at 0x%x of a section of %d"
                        .formatted(symbol.name(), symbol.size(), symbol.value(), contents.size()));
        return contents.at(symbol.value(), symbol.size(), symbol.name()).asByteBuffer();
    }

    private void require(boolean held, long at, String problem) {
        if (!held) {
            throw file.malformed(at, FormatRule.CODE, problem);
        }
    }
}
