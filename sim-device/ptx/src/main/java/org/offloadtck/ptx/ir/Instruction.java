package org.offloadtck.ptx.ir;

import java.util.List;
import java.util.function.Consumer;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// One instruction with its guard and location.
///
/// Branches and calls have their own records. All other instructions are an [Operation]: a row of
/// the table in [Opcode] with the modifiers and operands of this use.
public sealed interface Instruction {

    Guard guard();

    Location location();

    /// The name of the instruction in messages: its mnemonic with all modifiers, as far as they are
    /// kept.
    default String mnemonic() {
        return switch (this) {
            case Operation operation -> operation.opcode().mnemonic(operation.modifiers());
            case Branch _ -> "bra";
            case IndexedBranch _ -> "brx.idx";
            case Call _ -> "call";
            case Opaque opaque -> opaque.mnemonic();
        };
    }

    /// Visits the operands and those that they consist of, in the order of the text. Targets of
    /// branches, callees and guards are no operands.
    default void forEachOperand(Consumer<Operand> visitor) {
        switch (this) {
            case Operation operation -> operation.operands.forEach(each -> each.visit(visitor));
            case Opaque opaque -> opaque.words.forEach(word -> word.visit(visitor));
            case Call call -> {
                call.results.forEach(each -> each.visit(visitor));
                call.arguments.forEach(each -> each.visit(visitor));
            }
            case Branch _, IndexedBranch _ -> {}
        }
    }

    /// The location of an instruction.
    ///
    /// @param span of the mnemonic in the PTX text
    /// @param debugLocation the source line, for messages to the author of the program
    record Location(TextSpan span, DebugLocation debugLocation) {}

    /// An instruction of the instruction table that is not a branch or call; `ret`, `exit` and
    /// `trap` are operations.
    ///
    /// @param operands in the order of the text; the row determines how many
    record Operation(
            Opcode opcode,
            Modifiers modifiers,
            List<Operand> operands,
            Guard guard,
            Location location)
            implements Instruction {

        public Operation {
            operands = List.copyOf(operands);
        }

        /// The last type of the mnemonic: the type of the source operands if there are two.
        public PtxType type() {
            return modifiers.types().getLast();
        }

        /// The first type of the mnemonic: the type of the result.
        public PtxType resultType() {
            return modifiers.types().getFirst();
        }
    }

    /// `bra`
    record Branch(Body.Label target, Convergence convergence, Guard guard, Location location)
            implements Instruction {}

    /// `brx.idx`: jumps to the target of that index; an index past the end is undefined.
    record IndexedBranch(
            Register index,
            List<Body.Label> targets,
            Convergence convergence,
            Guard guard,
            Location location)
            implements Instruction {

        public IndexedBranch {
            targets = List.copyOf(targets);
        }
    }

    /// `call`
    ///
    /// @param results registers, [Operand.Address]es of `.param` variables, or sinks
    /// @param arguments registers, numbers or [Operand.Address]es of `.param` variables
    record Call(
            Callee callee,
            List<Operand> results,
            List<Operand> arguments,
            Convergence convergence,
            Guard guard,
            Location location)
            implements Instruction {

        public Call {
            results = List.copyOf(results);
            arguments = List.copyOf(arguments);
        }
    }

    /// An instruction that is not in the instruction table. Executing it is a fault.
    ///
    /// @param mnemonic with its modifiers, as written
    /// @param words the text between the mnemonic and the semicolon
    record Opaque(String mnemonic, List<Word> words, Guard guard, Location location)
            implements Instruction {

        public Opaque {
            words = List.copyOf(words);
        }
    }

    /// A part of the operands of an [Opaque] instruction.
    sealed interface Word {

        /// Uninterpreted text, with its blanks.
        record Verbatim(String text) implements Word {}

        /// A register or symbol of the module.
        record Name(Operand operand) implements Word {}

        private void visit(Consumer<Operand> visitor) {
            switch (this) {
                case Verbatim _ -> {}
                case Name(var operand) -> operand.visit(visitor);
            }
        }
    }

    /// Whether the program guarantees that all active lanes take the same path.
    enum Convergence {
        /// `.uni`
        UNIFORM,
        DIVERGENT
    }

    /// The callee of a call.
    sealed interface Callee {

        /// The function of that name.
        record Direct(String name) implements Callee {}

        /// The function whose address is in the register.
        ///
        /// @param prototype its signature, from `.callprototype` or the targets
        /// @param targets the possible callees, from `.calltargets`; empty if any function is
        ///   possible
        record Indirect(Register address, Signature prototype, List<String> targets)
                implements Callee {

            public Indirect {
                targets = List.copyOf(targets);
            }
        }
    }
}
