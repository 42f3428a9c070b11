package org.offloadtck.object.ir;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.offloadtck.object.ir.CompiledModule.EmbeddedObject;
import org.offloadtck.object.ir.IrToken.Kind;
import org.offloadtck.object.ir.OffloadInfo.Operands;

/// The metadata of a module. Nodes are decoded only if a named list about offloading refers to
/// them.
final class IrMetadata {

    /// LLVM, llvm/include/llvm/Frontend/OpenMP/OMPIRBuilder.h, `ompOffloadInfoName`.
    private static final String OFFLOAD_INFO = "omp_offload.info";

    /// LLVM, llvm/lib/Transforms/Utils/ModuleUtils.cpp, `embedBufferInModule`.
    private static final String EMBEDDED = "llvm.embedded.objects";

    /// LLVM User Guide for NVPTX, Kernel Metadata.
    private static final String KERNELS = "nvvm.annotations";

    private static final String FLAGS = "llvm.module.flags";

    /// The flag of a module for a device: LLVM, clang/lib/CodeGen/CodeGenModule.cpp, `Release`.
    private static final String DEVICE_FLAG = "openmp-device";

    private final Map<String, Node> lists = new LinkedHashMap<>();
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    /// A node in its textual form.
    private record Node(IrLine line, List<IrToken> tokens) {

        /// The operands of `!{…}`.
        List<List<IrToken>> operands() {
            var operands = new ArrayList<List<IrToken>>();
            var operand = new ArrayList<IrToken>();
            int depth = 0;
            for (var token : tokens) {
                if (depth == 0 && token.isSign(",")) {
                    operands.add(List.copyOf(operand));
                    operand.clear();
                } else {
                    operand.add(token);
                    depth += token.nesting();
                }
            }
            operands.add(List.copyOf(operand));
            return operands;
        }
    }

    /// Adds `!name = !{…}` or `!7 = !{…}`. Other nodes, for example of debug information, are
    /// ignored.
    void add(IrLine line) {
        var name = line.at(0);
        if (!line.at(1).isSign("=")) {
            throw line.wrong(line.at(1), "metadata has no '=' after its name");
        }
        int at = line.at(2).isWord("distinct") ? 3 : 2;
        if (!line.at(at).is(Kind.METADATA, "") || !line.at(at + 1).isSign("{")) {
            return;
        }
        if (line.nesting() != 0 || !line.tokens().getLast().isSign("}")) {
            throw line.wrong(line.at(at + 1), "a node has no end on its line");
        }
        var tokens = line.tokens().subList(at + 2, line.tokens().size() - 1);
        if (Character.isDigit(name.text().isEmpty() ? ' ' : name.text().charAt(0))) {
            nodes.put(name.text(), new Node(line, tokens));
        } else {
            lists.put(name.text(), new Node(line, tokens));
        }
    }

    List<OffloadInfo> offloadInfo() {
        return nodes(OFFLOAD_INFO).map(IrMetadata::offloadInfo).toList();
    }

    List<TextPosition> offloadInfoPositions() {
        return nodes(OFFLOAD_INFO).map(node -> node.line().position(node.line().at(0))).toList();
    }

    List<EmbeddedObject> embedded() {
        return nodes(EMBEDDED)
                .map(node -> {
                    var operands = node.operands();
                    return new EmbeddedObject(symbol(node, operands, 0), text(node, operands, 1));
                })
                .toList();
    }

    /// The functions that `!{ptr @name, !"kernel", i32 1}` declares as kernels.
    List<String> kernels() {
        return nodes(KERNELS)
                .map(Node::operands)
                .filter(operands -> operands.size() == 3)
                .filter(operands -> isText(operands.get(1), "kernel"))
                .flatMap(operands -> operands.getFirst().stream())
                .filter(token -> token.kind() == Kind.GLOBAL)
                .map(IrToken::text)
                .toList();
    }

    boolean isForDevice() {
        return nodes(FLAGS)
                .map(Node::operands)
                .anyMatch(operands -> operands.size() == 3 && isText(operands.get(1), DEVICE_FLAG));
    }

    /// The nodes of a named list; empty if the file has no such list.
    private Stream<Node> nodes(String list) {
        return Optional.ofNullable(lists.get(list)).stream()
                .flatMap(named ->
                        named.tokens().stream()
                                .filter(token -> token.kind() == Kind.METADATA)
                                .map(token -> node(named.line(), token)));
    }

    private Node node(IrLine line, IrToken reference) {
        return Optional.ofNullable(nodes.get(reference.text()))
                .orElseThrow(() ->
                        line.wrong(
                                reference,
                                "metadata !%s is not defined when it should be"
                                        .formatted(reference.text())));
    }

    private static OffloadInfo offloadInfo(Node node) {
        var operands = node.operands();
        long kind = number(node, operands, 0);
        int count = operands.size();
        if (kind == 0 && (count == 6 || count == 7)) {
            return new OffloadInfo.Region(
                    number(node, operands, 1),
                    number(node, operands, 2),
                    text(node, operands, 3),
                    number(node, operands, 4),
                    count == 7 ? number(node, operands, 5) : 0,
                    count == 7 ? Operands.SEVEN : Operands.SIX,
                    number(node, operands, count - 1));
        }
        if (kind == 1 && count == 4) {
            return new OffloadInfo.Variable(
                    text(node, operands, 1), number(node, operands, 2), number(node, operands, 3));
        }
        if (kind == 2 && count == 3) {
            return new OffloadInfo.IndirectFunction(
                    text(node, operands, 1), number(node, operands, 2));
        }
        throw node.line()
                .wrong(
                        node.line().at(0),
                        "a row of omp_offload.info is of kind %d and has %d operands when it should be"
                                        .formatted(kind, count)
                                + " of kind 0 with 6 or 7, of kind 1 with 4 or of kind 2 with 3");
    }

    private static boolean isText(List<IrToken> operand, String text) {
        return operand.size() == 1 && operand.getFirst().is(Kind.METADATA_STRING, text);
    }

    private static String text(Node node, List<List<IrToken>> operands, int index) {
        var operand = operand(node, operands, index);
        if (operand.size() == 1 && operand.getFirst().kind() == Kind.METADATA_STRING) {
            return operand.getFirst().text();
        }
        throw wrong(node, index, "a string");
    }

    private static String symbol(Node node, List<List<IrToken>> operands, int index) {
        var operand = operand(node, operands, index);
        if (!operand.isEmpty() && operand.getLast().kind() == Kind.GLOBAL) {
            return operand.getLast().text();
        }
        throw wrong(node, index, "a global");
    }

    /// The unsigned value of an `i32`, which LLVM prints with a sign.
    private static long number(Node node, List<List<IrToken>> operands, int index) {
        var operand = operand(node, operands, index);
        if (operand.size() == 2 && operand.getFirst().isWord("i32")) {
            try {
                return Integer.toUnsignedLong(Integer.parseInt(operand.getLast().text()));
            } catch (NumberFormatException cause) {
                throw wrong(node, index, "an i32").causedBy(cause);
            }
        }
        throw wrong(node, index, "an i32");
    }

    private static List<IrToken> operand(Node node, List<List<IrToken>> operands, int index) {
        if (index >= operands.size()) {
            throw wrong(node, index, "there");
        }
        return operands.get(index);
    }

    private static IrSyntaxException wrong(Node node, int index, String expected) {
        return node.line()
                .wrong(
                        node.line().at(0),
                        "operand %d of metadata !%s is not %s when it should be"
                                .formatted(index, node.line().at(0).text(), expected));
    }
}
