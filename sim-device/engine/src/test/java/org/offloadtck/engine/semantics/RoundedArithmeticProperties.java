package org.offloadtck.engine.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Under each directed mode a result is the nearest number on its side of the exact value.
class RoundedArithmeticProperties {

    private static void assertDirected(double down, double up, double zero, BigDecimal exact) {
        if (Double.isFinite(down)) {
            assertThat(new BigDecimal(down)).isLessThanOrEqualTo(exact);
        }
        if (Double.isFinite(up)) {
            assertThat(new BigDecimal(up)).isGreaterThanOrEqualTo(exact);
        }
        assertThat(up == down || Math.nextUp(down) == up).isTrue();
        assertThat(zero).isEqualTo(exact.signum() < 0 ? up : down);
    }

    private static double number(long bits) {
        double value = Double.longBitsToDouble(bits);
        return Double.isFinite(value) ? value : 1;
    }

    private static float number(int bits) {
        float value = Float.intBitsToFloat(bits);
        return Float.isFinite(value) ? value : 1;
    }

    @Property(seed = "20261121")
    void fusedDoubles(@ForAll long x, @ForAll long y, @ForAll long z) {
        double a = number(x);
        double b = number(y);
        double c = number(z);
        var exact = new BigDecimal(a).multiply(new BigDecimal(b)).add(new BigDecimal(c));
        if (exact.signum() != 0) {
            assertDirected(
                    RoundedArithmetic.fma(a, b, c, RoundingMode.DOWN),
                    RoundedArithmetic.fma(a, b, c, RoundingMode.UP),
                    RoundedArithmetic.fma(a, b, c, RoundingMode.ZERO),
                    exact);
        }
    }

    @Property(seed = "20261121")
    void sumsOfFloats(@ForAll int x, @ForAll int y) {
        float a = number(x);
        float b = number(y);
        var exact = new BigDecimal(a).add(new BigDecimal(b));
        float down = RoundedArithmetic.add(a, b, RoundingMode.DOWN);
        float up = RoundedArithmetic.add(a, b, RoundingMode.UP);

        assertThat(up == down || Math.nextUp(down) == up).isTrue();
        if (Float.isFinite(down) && Float.isFinite(up)) {
            assertThat(exact).isBetween(new BigDecimal(down), new BigDecimal(up));
        }
    }

    @Property(seed = "20261121")
    void quotientsOfDoubles(@ForAll long x, @ForAll long y) {
        double a = number(x);
        double b = number(y);
        if (a == 0 || b == 0) {
            return;
        }
        double down = RoundedArithmetic.divide(a, b, RoundingMode.DOWN);
        double up = RoundedArithmetic.divide(a, b, RoundingMode.UP);

        assertThat(up == down || Math.nextUp(down) == up).isTrue();
        if (Double.isFinite(down) && Double.isFinite(up)) {
            var scaled = new BigDecimal(a).multiply(BigDecimal.valueOf(Math.signum(b)));
            var divisor = new BigDecimal(b).abs();
            assertThat(scaled)
                    .isBetween(
                            new BigDecimal(down).multiply(divisor),
                            new BigDecimal(up).multiply(divisor));
        }
    }

    @Property(seed = "20261121")
    void rootsOfFloats(@ForAll int x) {
        float a = Math.abs(number(x));
        float down = RoundedArithmetic.squareRoot(a, RoundingMode.DOWN);
        float up = RoundedArithmetic.squareRoot(a, RoundingMode.UP);

        assertThat((double) down * down).isLessThanOrEqualTo(a);
        assertThat((double) up * up).isGreaterThanOrEqualTo(a);
        assertThat(up == down || Math.nextUp(down) == up).isTrue();
    }

    @Property(seed = "20261121")
    void narrowedDoubles(@ForAll long x) {
        double a = number(x);

        assertThat((double) RoundedArithmetic.narrow(a, RoundingMode.DOWN)).isLessThanOrEqualTo(a);
        assertThat((double) RoundedArithmetic.narrow(a, RoundingMode.UP)).isGreaterThanOrEqualTo(a);
        assertThat(Math.abs((double) RoundedArithmetic.narrow(a, RoundingMode.ZERO)))
                .isLessThanOrEqualTo(Math.abs(a));
    }
}
