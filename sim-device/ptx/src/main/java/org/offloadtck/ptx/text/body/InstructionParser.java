package org.offloadtck.ptx.text.body;

import java.util.ArrayList;
import java.util.List;
import org.offloadtck.object.ptx.PtxToken;
import org.offloadtck.object.ptx.TokenKind;
import org.offloadtck.object.ptx.TokenStream;
import org.offloadtck.ptx.ir.Body.Label;
import org.offloadtck.ptx.ir.Guard;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.Instruction.Convergence;
import org.offloadtck.ptx.ir.Instruction.Location;
import org.offloadtck.ptx.ir.Register;
import org.offloadtck.ptx.ir.opcode.MnemonicMatcher;
import org.offloadtck.ptx.ir.opcode.MnemonicMatcher.Match;
import org.offloadtck.ptx.text.body.FunctionScopes.LabelUse;
import org.offloadtck.ptx.text.body.OperandParser.ParsedOperand;
import org.offloadtck.ptx.text.declaration.DebugLineParser;
import org.offloadtck.ptx.text.declaration.ParserContext;
import org.offloadtck.ptx.text.declaration.WarningLog;

/// Parses the instructions of a function.
final class InstructionParser {

    private final TokenStream tokens;
    private final FunctionScopes names;
    private final MnemonicMatcher table;
    private final DebugLineParser lines;
    private final WarningLog warnings;
    private final OperandParser operands;
    private final OperandRoleChecker check;
    private final CallParser calls;
    private final List<Draft> drafts = new ArrayList<>();

    InstructionParser(ParserContext context, FunctionScopes names) {
        this.tokens = context.tokens();
        this.names = names;
        this.table = context.table();
        this.lines = context.lines();
        this.warnings = context.warnings();
        this.operands = new OperandParser(tokens, names, context.symbols());
        this.check = new OperandRoleChecker(tokens);
        this.calls = new CallParser(context, names, operands);
    }

    /// A parsed instruction whose branch targets may be unresolved.
    private sealed interface Draft {

        record Complete(Instruction instruction) implements Draft {}

        record Jump(LabelUse target, Convergence convergence, Guard guard, Location place)
                implements Draft {}

        record IndexedJump(
                Register index,
                List<LabelUse> targets,
                Convergence convergence,
                Guard guard,
                Location place)
                implements Draft {}
    }

    /// Number of instructions so far.
    int count() {
        return drafts.size();
    }

    /// All instructions. Every label must be resolved.
    List<Instruction> finish() {
        return drafts.stream().map(InstructionParser::complete).toList();
    }

    /// `@p add.s32 …;` or `@!p …`
    void guarded() {
        tokens.expect(TokenKind.AT);
        boolean negated = tokens.accept(TokenKind.BANG);
        var predicate = operands.predicate();
        var guard = negated ? new Guard.Unless(predicate) : new Guard.When(predicate);
        instruction(guard, tokens.expect(TokenKind.NAME));
    }

    /// Parses an instruction without a guard, after the first word of its mnemonic.
    void unguarded(PtxToken name) {
        instruction(Guard.Always.ALWAYS, name);
    }

    private void instruction(Guard guard, PtxToken name) {
        var mnemonic = mnemonic(name);
        var place = new Location(mnemonic.span(), lines.current());
        switch (tokens.of(mnemonic)) {
            case "bra" -> jump(Convergence.DIVERGENT, guard, place);
            case "bra.uni" -> jump(Convergence.UNIFORM, guard, place);
            case "brx.idx" -> indexedJump(Convergence.DIVERGENT, guard, place);
            case "brx.idx.uni" -> indexedJump(Convergence.UNIFORM, guard, place);
            case "call" -> add(calls.read(Convergence.DIVERGENT, guard, place));
            case "call.uni" -> add(calls.read(Convergence.UNIFORM, guard, place));
            default -> add(operation(mnemonic, guard, place));
        }
    }

    private PtxToken mnemonic(PtxToken name) {
        var last = name;
        while (tokens.at(TokenKind.WORD)) {
            last = tokens.next();
        }
        return new PtxToken(TokenKind.NAME, name.start(), last.end(), name.line(), name.column());
    }

    private void add(Instruction instruction) {
        for (var computation : operands.takeComputations()) {
            drafts.add(new Draft.Complete(computation.at(instruction.location())));
        }
        drafts.add(new Draft.Complete(instruction));
    }

    private Instruction operation(PtxToken mnemonic, Guard guard, Location place) {
        var match = table.find(tokens.of(mnemonic));
        if (match.isEmpty()) {
            return unknown(mnemonic, guard, place);
        }
        Match row = match.get();
        var written = operands.statement(row);
        var values = written.stream().map(ParsedOperand::operand).toList();
        check.check(row, mnemonic, written);
        return new Instruction.Operation(row.opcode(), row.modifiers(), values, guard, place);
    }

    private Instruction unknown(PtxToken mnemonic, Guard guard, Location place) {
        String name = tokens.of(mnemonic).replaceAll("\\s", "");
        warnings.add(mnemonic, "unknown instruction '%s'".formatted(name));
        var words = new UnknownInstructionParser(tokens, operands).read();
        return new Instruction.Opaque(name, words, guard, place);
    }

    private void jump(Convergence convergence, Guard guard, Location place) {
        var label = tokens.expect(TokenKind.NAME);
        tokens.expect(TokenKind.SEMICOLON);
        var target = names.use(label, tokens.of(label));
        drafts.add(new Draft.Jump(target, convergence, guard, place));
    }

    private void indexedJump(Convergence convergence, Guard guard, Location place) {
        var token = tokens.peek();
        if (!(operands.operand() instanceof Register index)) {
            throw tokens.error(token, "'%s' is not a register".formatted(tokens.of(token)));
        }
        tokens.expect(TokenKind.COMMA);
        var name = tokens.expect(TokenKind.NAME);
        tokens.expect(TokenKind.SEMICOLON);
        if (!(names.table(tokens.of(name)).orElse(null)
                instanceof ControlFlowDirective.Labels(var labels))) {
            throw tokens.error(name, "'%s' names no '.branchtargets'".formatted(tokens.of(name)));
        }
        var targets = labels.stream().map(label -> names.use(label.token(), label.name())).toList();
        drafts.add(new Draft.IndexedJump(index, targets, convergence, guard, place));
    }

    private static Instruction complete(Draft draft) {
        return switch (draft) {
            case Draft.Complete(var instruction) -> instruction;
            case Draft.Jump(var target, var convergence, var guard, var place) ->
                    new Instruction.Branch(label(target), convergence, guard, place);
            case Draft.IndexedJump(var index, var targets, var convergence, var guard, var place) ->
                    new Instruction.IndexedBranch(
                            index,
                            targets.stream().map(InstructionParser::label).toList(),
                            convergence,
                            guard,
                            place);
        };
    }

    private static Label label(LabelUse use) {
        return new Label(use.name(), use.target());
    }
}
