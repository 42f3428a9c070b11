package org.offloadtck.object.check.image;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.offloadtck.object.check.image.DeviceImageCheck.OpenedImage;
import org.offloadtck.object.check.observation.Observations;
import org.offloadtck.object.check.rule.ImageRule;
import org.offloadtck.object.elf.model.Symbol;
import org.offloadtck.object.elf.model.SymbolType;

/// Finds inputs that a device linker linked twice.
///
/// A strong symbol that is defined twice makes the link fail. A file with weak kernels only links,
/// and the image has the file's local symbols twice. A symbol table lists the local symbols of a
/// file after the symbol with the file's name (generic ABI, "Symbol Table", `STT_FILE`).
///
/// Requirement: OC-14.
final class RepeatedInputCheck {

    private final Observations observations;
    private final OpenedImage image;
    private final Map<String, Set<Set<Local>>> files = new LinkedHashMap<>();
    private final Set<String> reported = new LinkedHashSet<>();

    RepeatedInputCheck(Observations observations, OpenedImage image) {
        this.observations = observations;
        this.image = image;
    }

    /// The name, type and size of a local symbol.
    private record Local(String name, SymbolType type, long size) {}

    void read() {
        var file = "";
        Set<Local> locals = new LinkedHashSet<>();
        for (var symbol : image.object().symbols()) {
            if (symbol.type().equals(SymbolType.FILE)) {
                close(file, locals);
                file = symbol.name();
                locals = new LinkedHashSet<>();
            } else if (isNamed(symbol)) {
                locals.add(new Local(symbol.name(), symbol.type(), symbol.size()));
            }
        }
        close(file, locals);
    }

    private static boolean isNamed(Symbol symbol) {
        return symbol.isLocal()
                && !symbol.name().isEmpty()
                && !symbol.type().equals(SymbolType.SECTION);
    }

    private void close(String file, Set<Local> locals) {
        if (file.isEmpty() || locals.isEmpty()) {
            return;
        }
        boolean isNew = files.computeIfAbsent(file, _ -> new LinkedHashSet<>()).add(locals);
        if (!isNew && reported.add(file)) {
            observations.add(
                    ImageRule.INPUT_LINKED_TWICE,
                    image.found().section(),
                    image.found().offset(),
                    "the image has the local symbols of %s twice when it should have them once"
                            .formatted(file));
        }
    }
}
