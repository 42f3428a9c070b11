package org.offloadtck.implementation.expression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.offloadtck.implementation.element.ElementValue;

final class ComplexProductTest {

    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double NAN = Double.NaN;

    private static ElementValue.Complex128 number(double re, double im) {
        return new ElementValue.Complex128(re, im);
    }

    @Test
    void anInfiniteFactorMakesAnInfiniteProduct() {
        assertThat(ComplexProduct.DOUBLE.of(number(1, 0), number(INF, INF)))
                .isEqualTo(number(INF, INF));
        assertThat(ComplexProduct.DOUBLE.of(number(INF, NAN), number(1, 1)))
                .isEqualTo(number(INF, INF));
    }

    @Test
    void twoInfiniteFactorsMultiplyAsDirections() {
        // Directions (1, 0) and (1, 0): infinity times 0 in the imaginary part is no number.
        assertThat(ComplexProduct.DOUBLE.of(number(INF, NAN), number(INF, 1)))
                .isEqualTo(number(INF, NAN));
    }

    @Test
    void notANumberStaysSoWithoutAnInfinity() {
        var product = ComplexProduct.DOUBLE.of(number(NAN, 1), number(1, 1));

        assertThat(product).isEqualTo(number(NAN, NAN));
    }

    @Test
    void floatProductsOverflowWhereFloatsDo() {
        var big = number(0x1p100, 0);

        assertThat(ComplexProduct.FLOAT.of(big, big)).isEqualTo(number(INF, 0));
        assertThat(ComplexProduct.DOUBLE.of(big, big)).isEqualTo(number(0x1p200, 0));
    }

    @Test
    void floatProductsRoundEachPartialProduct() {
        float a = 0x1.000002p0f;

        assertThat(ComplexProduct.FLOAT.of(number(a, 0), number(a, 0)).re()).isEqualTo(a * a);
    }
}
