package org.offloadtck.ptx.ir;

import java.util.List;
import org.offloadtck.object.ptx.TextSpan;
import org.offloadtck.ptx.ir.modifier.Modifiers;
import org.offloadtck.ptx.ir.modifier.PtxType;
import org.offloadtck.ptx.ir.opcode.Opcode;

/// One instruction, with its guard and where it stands.
///
/// Control flow with its own shape has its own record; everything else is an [Operation], a row of
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

    /// Where an instruction stands.
    ///
    /// @param span of the mnemonic in the PTX text
    /// @param origin the line of the program, for messages to the program's author
    record Location(TextSpan span, DebugLocation debugLocation) {}

    /// Any instruction the table knows and the other records are not for, `ret`, `exit` and `trap`
    /// among them.
    ///
    /// @param operands in the order of the text, as many as the row allows
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

        /// The instruction's type: the last one written, which is the source's where there are two.
        public PtxType type() {
            return modifiers.types().getLast();
        }

        /// The type of the result: the first one written.
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
    /// @param results registers, [Address]es of `.param` variables, or sinks
    /// @param arguments registers, numbers or [Address]es of `.param` variables
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

    /// An instruction the table does not know. It has no meaning here; whoever executes it fails.
    ///
    /// @param mnemonic with its modifiers, as written
    /// @param words what stands between the mnemonic and the semicolon
    record Opaque(String mnemonic, List<Word> words, Guard guard, Location location)
            implements Instruction {

        public Opaque {
            words = List.copyOf(words);
        }
    }

    /// A stretch of the operands of an [Opaque] instruction.
    sealed interface Word {

        /// Text that means nothing here, with its blanks.
        record Verbatim(String text) implements Word {}

        /// A register or symbol of the module.
        record Name(Operand operand) implements Word {}
    }

    /// Whether the program promises that all active lanes go the same way.
    enum Convergence {
        /// `.uni`
        UNIFORM,
        DIVERGENT
    }

    /// What a call calls.
    sealed interface Callee {

        /// The function of that name.
        record Direct(String name) implements Callee {}

        /// The function whose address the register holds.
        ///
        /// @param prototype what it must look like, from `.callprototype`
        /// @param targets functions it may be, from `.calltargets`; none when it may be any
        record Indirect(Register address, Signature prototype, List<String> targets)
                implements Callee {

            public Indirect {
                targets = List.copyOf(targets);
            }
        }
    }
}
