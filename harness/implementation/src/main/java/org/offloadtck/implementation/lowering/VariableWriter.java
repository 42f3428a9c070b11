package org.offloadtck.implementation.lowering;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.offloadtck.object.elf.model.SectionFlag.ALLOC;
import static org.offloadtck.object.elf.model.SectionFlag.WRITE;

import org.offloadtck.implementation.lowering.HostObjectSections.Head;
import org.offloadtck.implementation.program.Buffer;
import org.offloadtck.implementation.program.Buffer.InitialValue;
import org.offloadtck.implementation.program.Buffer.StorageClass;
import org.offloadtck.implementation.program.TranslationUnit;
import org.offloadtck.object.elf.build.SymbolDefinition;
import org.offloadtck.object.elf.model.SectionFlag;
import org.offloadtck.object.elf.model.SectionType;
import org.offloadtck.object.elf.model.SymbolBinding;

/// Writes the variables of a unit: variables with initial zeros to `.bss`, others to `.data`, each
/// followed by the pointer through which devices reach it.
///
/// Requirement: RG-12.
record VariableWriter(TranslationUnit unit, HostObjectSections sections) {

    private static final Head ZEROS =
            new Head(".bss", SectionType.NOBITS, SectionFlag.mask(ALLOC, WRITE), 0);

    private static final Head DATA =
            new Head(".data", SectionType.PROGBITS, SectionFlag.mask(ALLOC, WRITE), 0);

    void write() {
        for (var buffer : unit.buffers()) {
            switch (buffer.storage()) {
                case AUTOMATIC -> {}
                case INTERNAL, EXTERNAL -> variable(buffer);
            }
            if (DeviceSharedSymbols.isReferenced(buffer, unit)) {
                pointer(buffer);
            }
        }
    }

    private void variable(Buffer buffer) {
        var binding =
                buffer.storage() == StorageClass.INTERNAL
                        ? SymbolBinding.LOCAL
                        : SymbolBinding.GLOBAL;
        var symbol = SymbolDefinition.local(buffer.symbol(), buffer.bytes()).with(binding);
        switch (buffer.initial()) {
            case InitialValue.Zero() ->
                    sections.add(
                            ZEROS, buffer.alignment(), symbol, out -> out.zeros(buffer.bytes()));
            case InitialValue.Data(var elements) ->
                    sections.add(
                            DATA,
                            buffer.alignment(),
                            symbol,
                            out -> out.bytes(elements.bytes().toArray(JAVA_BYTE)));
        }
    }

    private void pointer(Buffer buffer) {
        var name = HostSymbolNames.referencePointer(buffer);
        sections.add(
                DATA,
                Long.BYTES,
                SymbolDefinition.global(name, Long.BYTES).with(SymbolBinding.WEAK),
                out -> out.address(buffer.symbol(), 0));
    }
}
