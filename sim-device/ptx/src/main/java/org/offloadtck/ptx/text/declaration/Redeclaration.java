package org.offloadtck.ptx.text.declaration;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.offloadtck.ptx.ir.FunctionDirective;
import org.offloadtck.ptx.ir.PtxLinkage;
import org.offloadtck.ptx.ir.Signature;
import org.offloadtck.ptx.ir.Variable;
import org.offloadtck.ptx.ir.modifier.StateSpace;

/// How a declaration or definition differs from an earlier declaration of the same name, as `ptxas`
/// of CUDA 13.0 compares them ("Inconsistent prototypes", "Inconsistent redefinition"). The names
/// of parameters, launch bounds, and the state space and alignment of a variable may differ.
final class Redeclaration {

    private Redeclaration() {}

    /// What is wrong with the later one, if anything: `'f' is a kernel when it is a function`.
    static Optional<String> problem(Signature earlier, Signature later) {
        var name = "'%s' ".formatted(later.name());
        return difference(kind(earlier), kind(later))
                .map(name::concat)
                .or(() -> inParameters("result", name, earlier.results(), later.results()))
                .or(() -> inParameters("parameter", name, earlier.parameters(), later.parameters()))
                .or(() -> inLinkage(earlier, later).map(name::concat))
                .or(() -> difference(returns(earlier), returns(later)).map(name::concat));
    }

    /// What is wrong with the later one, if anything. It may state the size of an array that the
    /// earlier one left open.
    static Optional<String> problem(Variable earlier, Variable later) {
        var name = "'%s' ".formatted(later.name());
        boolean isHidden =
                earlier.linkage() == PtxLinkage.EXTERN && later.linkage() == PtxLinkage.LOCAL;
        if (isHidden) {
            return difference(linkage(earlier.linkage()), linkage(later.linkage()))
                    .map(name::concat);
        }
        return isSized(earlier, later)
                ? Optional.empty()
                : difference(type(earlier), type(later)).map(name::concat);
    }

    private static boolean isSized(Variable earlier, Variable later) {
        return earlier.dimensions().equals(List.of(0L))
                && later.dimensions().size() == 1
                && earlier.type() == later.type()
                && earlier.width() == later.width();
    }

    private static Optional<String> inParameters(
            String what, String function, List<Variable> earlier, List<Variable> later) {
        return difference(count(what, earlier), count(what, later))
                .map(function::concat)
                .or(() ->
                        IntStream.range(0, later.size())
                                .mapToObj(i ->
                                        inParameter(earlier.get(i), later.get(i))
                                                .map(
                                                        "%s %d of %s"
                                                                        .formatted(
                                                                                what, i + 1,
                                                                                function)
                                                                ::concat))
                                .flatMap(Optional::stream)
                                .findFirst());
    }

    private static Optional<String> inParameter(Variable earlier, Variable later) {
        return difference(space(earlier), space(later))
                .or(() -> difference(type(earlier), type(later)))
                .or(() -> difference(alignment(earlier), alignment(later)));
    }

    /// A definition may leave out `.visible` and `.weak` of the declaration.
    private static Optional<String> inLinkage(Signature earlier, Signature later) {
        boolean isLeftOut =
                later.linkage() == PtxLinkage.LOCAL && earlier.linkage() != PtxLinkage.EXTERN;
        return isLeftOut
                ? Optional.empty()
                : difference(linkage(earlier.linkage()), linkage(later.linkage()));
    }

    private static Optional<String> difference(String earlier, String later) {
        return later.equals(earlier)
                ? Optional.empty()
                : Optional.of("%s when it %s".formatted(later, earlier));
    }

    private static String kind(Signature signature) {
        return switch (signature.kind()) {
            case ENTRY -> "is a kernel";
            case FUNC -> "is a function";
        };
    }

    private static String count(String what, List<Variable> parameters) {
        int count = parameters.size();
        return "has %d %s%s".formatted(count, what, count == 1 ? "" : "s");
    }

    private static String space(Variable parameter) {
        return parameter.space() == StateSpace.REG ? "is in .reg" : "is in .param";
    }

    private static String type(Variable variable) {
        return "is " + variable.typeName();
    }

    private static String alignment(Variable variable) {
        return "has alignment %d".formatted(variable.alignment());
    }

    private static String linkage(PtxLinkage linkage) {
        return linkage == PtxLinkage.LOCAL
                ? "has no linking directive"
                : "is " + linkage.directive();
    }

    private static String returns(Signature signature) {
        boolean isNoReturn =
                signature.directives().stream()
                        .anyMatch(each -> each.kind() == FunctionDirective.Kind.NORETURN);
        return isNoReturn ? "has .noreturn" : "has no .noreturn";
    }
}
