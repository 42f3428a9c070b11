package org.offloadtck.linker.input;

/// One thing that is wrong with a link, in the form `source: position: what is, when it should be
/// what`.
///
/// @param source the input at fault: `z.o`, `libx.a(y.o)`
/// @param position what in it is at fault: `.text+0x12`, `symbol f`
/// @param rule the rule it breaks
/// @param problem what is, when it should be what
public record LinkDiagnostic(String source, String position, LinkRule rule, String problem) {

    @Override
    public String toString() {
        return "%s: %s: %s".formatted(source, position, problem);
    }
}
