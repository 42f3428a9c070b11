package org.offloadtck.implementation.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;

final class ExpressionTest {

    private static final ExpressionScope SCOPE =
            new ExpressionScope.Program(
                    Map.of("N", new ElementValue.I32(4)),
                    Map.of(
                            "X",
                            ElementArray.fill(
                                    ElementType.I32, 4, i -> new ElementValue.I32((int) i * 10)),
                            "Y",
                            ElementArray.fill(
                                    ElementType.I32,
                                    3,
                                    i -> new ElementValue.I32(i == 1 ? -7 : 3))));

    private static ElementValue value(String text) {
        return Expression.parse("p.yaml", "key", text).evaluate(SCOPE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    1 + 2 * 3 - 4;              3
                    7 - 2 - 1;                  4
                    1 << 2 + 1;                 8
                    6 & 3 ^ 1 | 8;              11
                    -7 / 2;                     -3
                    -7 % 3;                     -1
                    ~0 >> 40 - 9;               -1
                    3 < 4 == 1 ? 5 : 6;         5
                    0 ? 1 : 0 ? 2 : 3;          3
                    -(1 - 2) * N;               4
                    X[N - 1] + X[1];            40
                    sum(k, 0, N, X[k] + k);     66
                    min(3, N) + max(-1, 0x10);  19
                    i32(2.9) + i32(f32(-2.9));  0
                    2147483647 + 1;             -2147483648
                    iterate(z, 3, N, z * 2 + 1);  63
                    sorted(Y, 0);               -7
                    sorted(Y, 1) + 10 * sorted(Y, 2);  33
                    iterate(z, 3, 0, z * 2);    3
                    iterate(z, 0, 2, z + sum(z, 0, 3, z));  6
                    2147483648 + 1;             2147483649
                    """)
    void integersFollowTheRulesOfC(String text, long expected) {
        var expression = Expression.parse("p.yaml", "key", text);

        assertThat(expression.integer(SCOPE)).isEqualTo(expected);
    }

    @Test
    void realsRoundEachOperationToTheirType() {
        assertThat(value("0.1 + 0.2")).isEqualTo(new ElementValue.F64(0.1 + 0.2));
        assertThat(value("0.1f + 0.2f")).isEqualTo(new ElementValue.F32(0.1f + 0.2f));
        assertThat(value("16777217 + 0.0f")).isEqualTo(new ElementValue.F32(0x1p24f));
        assertThat(value("0x1p-1074 / 2.0")).isEqualTo(new ElementValue.F64(0.0));
        assertThat(value("1 / 0.0 == infinity")).isEqualTo(new ElementValue.I32(1));
        assertThat(value("nan == nan")).isEqualTo(new ElementValue.I32(0));
    }

    @Test
    void aProductAndASumAreNeverContracted() {
        var fused = Math.fma(0x1.0000001p0, 0x1.0000001p0, -1.0);

        assertThat(value("0x1.0000001p0 * 0x1.0000001p0 - 1.0"))
                .isEqualTo(new ElementValue.F64(0x1.0000001p0 * 0x1.0000001p0 - 1.0))
                .isNotEqualTo(new ElementValue.F64(fused));
    }

    @Test
    void complexNumbersMultiplyByTheSchoolbookFormula() {
        assertThat(value("complex(2, 1) * complex(3, 1) + complex(1, 3)"))
                .isEqualTo(new ElementValue.Complex128(6, 8));
        assertThat(value("complex(1.0f, 2.0f) * complex(1.0f, 2.0f)"))
                .isEqualTo(new ElementValue.Complex64(-3, 4));
        assertThat(value("im(-complex(1, 2)) + re(complex(1, 2))"))
                .isEqualTo(new ElementValue.F64(-1));
    }

    @Test
    void randomNumbersDependOnSeedAndIndexOnly() {
        var rule = Expression.parse("p.yaml", "key", "random(7)");
        var elements = rule.elements(ElementType.F64, 3, SCOPE);

        assertThat(elements.at(2)).isEqualTo(rule.elements(ElementType.F64, 9, SCOPE).at(2));
        assertThat(elements.at(2)).isNotEqualTo(elements.at(1));
    }

    @Test
    void rootsAreRoundedToTheirType() {
        assertThat(value("sqrt(2.0)")).isEqualTo(new ElementValue.F64(Math.sqrt(2)));
        assertThat(value("sqrt(2.0f)")).isEqualTo(new ElementValue.F32((float) Math.sqrt(2)));
        assertThat(value("sqrt(N)")).isEqualTo(new ElementValue.F64(2));
        assertThat(value("sqrt(-1.0) == sqrt(-1.0)")).isEqualTo(new ElementValue.I32(0));
    }

    @Test
    void exponentialsAreRoundedToTheirType() {
        assertThat(value("exp(2)")).isEqualTo(new ElementValue.F64(StrictMath.exp(2)));
        assertThat(value("exp(1.0f)")).isEqualTo(new ElementValue.F32(0x1.5bf0a8p1f));
        assertThat(value("exp(-infinity)")).isEqualTo(new ElementValue.F64(0));
    }

    @Test
    void randomNumbersCanBeAskedForAtAnIndex() {
        var rule = Expression.parse("p.yaml", "key", "random_at(7, i) == random(7)");
        var elements = rule.elements(ElementType.I32, 3, SCOPE);

        assertThat(elements.at(2)).isEqualTo(new ElementValue.I32(1));
        assertThat(value("random_at(-1, 5)"))
                .isEqualTo(new ElementValue.F64(SplitMix64.unit(-1, 5)));
    }

    @Test
    void iterationsTakeTheTypeOfTheirStep() {
        assertThat(value("iterate(z, complex(0, 0), 2, z * z + complex(0, 1))"))
                .isEqualTo(new ElementValue.Complex128(-1, 1));
    }

    @Test
    void splitMixYieldsThePublishedSequence() {
        // The first outputs of the reference implementation, splitmix64.c by S. Vigna, seed
        // 1234567.
        assertThat(SplitMix64.bits(1234567, 0)).isEqualTo(6457827717110365317L);
        assertThat(SplitMix64.bits(1234567, 1)).isEqualTo(3203168211198807973L);
    }

    @Test
    void theBranchNotTakenIsNotEvaluated() {
        assertThat(value("N > 3 ? 1 : X[100]")).isEqualTo(new ElementValue.I32(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            textBlock =
                    """
                    1 +;             4;   token is end of expression when it should be a number, a name, '-', '~' or '('
                    1 2;             3;   token is 2 when it should be an operator or the end
                    X[1;             4;   token is end of expression when it should be ']'
                    2 $ 3;           3;   character is U+0024 when it should begin a number, a name or an operator
                    sin(1);          1;   function is sin when it should be sum, iterate, sorted or one of [i32, i64, f32, f64, complex, re, im, min, max, sqrt, exp, random, random_at]
                    1 + min(1);      5;   min has 1 arguments when it should have 2
                    1 + Z;           5;   name is Z when it should be a constant or i
                    Z[0];            1;   name is Z when it should be a buffer
                    X[4];            1;   index is 4 when X has 4 elements
                    sorted(Z, 0);    1;   name is Z when it should be a buffer
                    sorted(X, 4);    1;   index is 4 when X has 4 elements
                    sorted(1, 2);    8;   token is 1 when it should be a buffer
                    1 / (N - 4);     3;   divisor is 0
                    1 << 32;         3;   shift distance is 32 when it should be less than 32
                    1.0 & 1;         5;   operator is &, which f64 does not have
                    1 + complex(1,1);  3; operands are i32 and complex128 when both or neither should be complex
                    sum(k, 0, 0, k); 1;   sum runs from 0 to before 0 when it should have a term
                    iterate(1, 2, 3, 4);  9; token is 1 when it should be the variable of the iterate
                    iterate(z, 1, 2.0, z); 1; operand is f64 when it should be an integer
                    sqrt(complex(1, 1)); 1;  operand is complex128 when it should be real
                    99999999999999999999; 1; number is 99999999999999999999 when it should fit 64 bits
                    """)
    void namesTheColumnAndWhatShouldBeThere(String text, int column, String problem) {
        assertThatThrownBy(() -> value(text))
                .isInstanceOf(DataException.class)
                .hasMessage("p.yaml: key: column %d: %s", column, problem);
    }

    @Test
    void rejectsNestingThatWouldExhaustTheStack() {
        assertThatThrownBy(() -> value("(".repeat(100_000)))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("nesting is deeper than 100 levels");
        assertThatThrownBy(() -> value("-".repeat(100_000) + "1"))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("nesting is deeper than 100 levels");
    }
}
