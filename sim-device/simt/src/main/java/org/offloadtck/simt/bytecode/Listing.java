package org.offloadtck.simt.bytecode;

import java.util.Set;
import java.util.TreeSet;
import org.offloadtck.ptx.ir.Instruction;
import org.offloadtck.ptx.ir.MemorySemantics;
import org.offloadtck.simt.image.Code;
import org.offloadtck.simt.image.Op;

/// The decoded instructions, field by field.
final class Listing {

    private final Code code;
    private final int[] words;
    private final Set<Integer> specials;
    private final Audience audience;

    /// @param audience of whatever is compiled of it
    Listing(Code code, Audience audience) {
        this.code = code;
        this.audience = audience;
        this.words = code.words();
        this.specials = new TreeSet<>(code.fixed().specials().values());
    }

    /// Whether somebody is told of every access.
    boolean isTold() {
        return audience == Audience.LISTENER;
    }

    /// Whether an access is one that the memory model calls weak.
    boolean isWeak(int pc) {
        return code.instructions().get(pc) instanceof Instruction.Operation operation
                && operation.modifiers().or(MemorySemantics.WEAK) == MemorySemantics.WEAK;
    }

    int instructions() {
        return words.length / Code.STRIDE;
    }

    int op(int pc) {
        return words[pc * Code.STRIDE + Code.OP];
    }

    /// 0 without a guard, else 1 more than a predicate source.
    int guard(int pc) {
        return words[pc * Code.STRIDE + Code.GUARD];
    }

    boolean isGuarded(int pc) {
        return guard(pc) != 0;
    }

    int d(int pc) {
        return words[pc * Code.STRIDE + Code.D];
    }

    int a(int pc) {
        return words[pc * Code.STRIDE + Code.A];
    }

    int b(int pc) {
        return words[pc * Code.STRIDE + Code.B];
    }

    int c(int pc) {
        return words[pc * Code.STRIDE + Code.C];
    }

    int x(int pc) {
        return words[pc * Code.STRIDE + Code.X];
    }

    int y(int pc) {
        return words[pc * Code.STRIDE + Code.Y];
    }

    /// An operand of an instruction that has many.
    int listed(int index) {
        return code.lists()[index];
    }

    /// The space an access is in.
    int space(int pc) {
        return y(pc) & 0xf;
    }

    /// Bytes of an element of an access.
    int size(int pc) {
        return 1 << (y(pc) >>> 4 & 3);
    }

    /// Elements of a load's or store's vector; 0 when it is none.
    int elements(int pc) {
        return op(pc) == Op.ATOMIC ? 0 : y(pc) >>> 8;
    }

    /// The function by which an atomic combines.
    int combination(int pc) {
        return y(pc) >>> 8;
    }

    /// Bytes of all the elements of a load or store.
    int bytes(int pc) {
        return size(pc) * Math.max(1, elements(pc));
    }

    /// Logarithm of the bytes to which a load extends the sign; 0 when it does not.
    int extension(int pc) {
        return op(pc) == Op.ATOMIC ? 0 : y(pc) >>> 6 & 3;
    }

    /// Whether a row operand is the same number in every lane of every warp: one of
    /// [org.offloadtck.simt.image.FixedRows].
    boolean isConstant(int operand) {
        return operand < 0 && ~operand > Code.SINK_ROW && !specials.contains(~operand);
    }

    long constant(int operand) {
        return code.fixed().values()[~operand];
    }
}
