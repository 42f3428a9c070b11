package org.offloadtck.object.ir;

import java.util.List;
import org.offloadtck.object.ir.IrToken.Kind;

/// The first line of a function.
///
/// @param words between `define` or `declare` and the name
/// @param parameters the tokens of each
record IrFunctionHeader(IrToken name, List<IrToken> words, List<List<IrToken>> parameters) {

    static IrFunctionHeader of(IrLine line) {
        int depth = 0;
        for (int at = 1; at < line.tokens().size(); at++) {
            var token = line.at(at);
            depth += token.nesting();
            if (depth == 0 && token.kind() == Kind.GLOBAL) {
                return new IrFunctionHeader(
                        token, line.tokens().subList(1, at), parameters(line, at + 1));
            }
        }
        throw line.wrong(line.at(0), "a function has no name");
    }

    private static List<List<IrToken>> parameters(IrLine line, int from) {
        int depth = 0;
        for (int at = from; at < line.tokens().size(); at++) {
            depth += line.at(at).nesting();
            if (depth <= 0) {
                return at > from + 1
                        ? IrConstants.split(line.tokens().subList(from + 1, at))
                        : List.of();
            }
        }
        return List.of();
    }

    /// The names of the parameters, without sigils; empty for one without a name.
    List<String> parameterNames() {
        return parameters.stream()
                .map(List::getLast)
                .map(last -> last.kind() == Kind.LOCAL ? last.text() : "")
                .toList();
    }
}
