package org.offloadtck.engine.interpreter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.offloadtck.engine.interpreter.MatrixOracle.Types;

/// Sums of `.f16`, `.bf16` and `.tf32` by the rule that was measured on an H200, from the fields of
/// the elements and in exact decimal arithmetic: shares nothing with the simulator.
final class AlignedSumOracle {

    private static final BigDecimal BEYOND_F32 = BigDecimal.TWO.pow(128);

    /// A number as its fields have it: a count of units of two to the `unit`, and the exponent that
    /// it is aligned by. A subnormal number is not normalised.
    private record Term(BigInteger count, int unit, int exponent) {

        static Term of(MatrixOracle type, long element) {
            int fraction = type.fraction();
            int bias = type.bias();
            long bits = type.fields(element);
            long field = (bits & (1L << type.sign()) - 1) >> fraction;
            long rest = bits % (1L << fraction);
            var count = BigInteger.valueOf(field == 0 ? rest : rest + (1L << fraction));
            int exponent = (int) Math.max(field, 1) - bias;
            boolean negative = bits >> type.sign() == 1;
            return new Term(negative ? count.negate() : count, exponent - fraction, exponent);
        }

        Term times(Term other) {
            return new Term(
                    count.multiply(other.count), unit + other.unit, exponent + other.exponent);
        }

        /// Multiples of two to the `last`: what is below is cut, toward zero.
        BigInteger cut(int last) {
            return unit >= last
                    ? count.shiftLeft(unit - last)
                    : count.divide(BigInteger.ONE.shiftLeft(last - unit));
        }
    }

    private AlignedSumOracle() {}

    static long sum(Types types, List<Long> a, List<Long> b, long c) {
        double sum = types.c().number(c);
        for (int from = 0; from < a.size(); from += types.block()) {
            int to = from + types.block();
            sum = block(types, a.subList(from, to), b.subList(from, to), sum);
        }
        if (types.d() == MatrixOracle.F32) {
            return Double.isNaN(sum) ? 0x7fff_ffff : bits(sum);
        }
        boolean rounds = Double.isFinite(sum) && sum != 0;
        double half = rounds ? ExactRounding.HALF.round(new BigDecimal(sum), "rn") : sum;
        return Double.isNaN(half) ? 0x7fff : Float.floatToFloat16((float) half) & 0xffffL;
    }

    private static long bits(double single) {
        return Float.floatToRawIntBits((float) single) & 0xffff_ffffL;
    }

    private static double block(Types types, List<Long> a, List<Long> b, double c) {
        var terms = new ArrayList<Term>(List.of(Term.of(MatrixOracle.F32, bits(c))));
        double special = c;
        for (int i = 0; i < a.size(); i++) {
            terms.add(Term.of(types.a(), a.get(i)).times(Term.of(types.b(), b.get(i))));
            special += types.a().number(a.get(i)) * types.b().number(b.get(i));
        }
        if (!Double.isFinite(special)) {
            return special;
        }
        var exact = aligned(terms);
        if (exact.signum() == 0) {
            return 0;
        }
        boolean halves = types.c() == MatrixOracle.F16 && types.d() == MatrixOracle.F16;
        if (halves) {
            return ExactRounding.HALF.round(exact, "rn") + 0d;
        }
        return exact.abs().compareTo(BEYOND_F32) >= 0
                ? exact.signum() * Double.POSITIVE_INFINITY
                : ExactRounding.SINGLE.round(exact, "rz") + 0d;
    }

    /// Terms are cut at 2⁻²⁵ of the greatest exponent of those that are not zero; it is at least
    /// -133.
    private static BigDecimal aligned(List<Term> terms) {
        int greatest =
                terms.stream()
                        .filter(term -> term.count().signum() != 0)
                        .mapToInt(Term::exponent)
                        .reduce(-133, Math::max);
        int last = greatest - 25;
        var sum =
                terms.stream().map(term -> term.cut(last)).reduce(BigInteger.ZERO, BigInteger::add);
        var unit = BigDecimal.TWO.pow(Math.abs(last));
        return last < 0 ? new BigDecimal(sum).divide(unit) : new BigDecimal(sum).multiply(unit);
    }
}
