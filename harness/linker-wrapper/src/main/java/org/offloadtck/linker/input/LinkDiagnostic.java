package org.offloadtck.linker.input;

/// One defect of a link, in the form `source: position: what is, when it should be what`.
///
/// @param source the input at fault: `z.o`, `libx.a(y.o)`
/// @param position the place in it: `.text+0x12`, `symbol f`
/// @param rule the rule that the link breaks
/// @param problem the actual state, and the expected one
public record LinkDiagnostic(String source, String position, LinkRule rule, String problem) {

    @Override
    public String toString() {
        return "%s: %s: %s".formatted(source, position, problem);
    }
}
