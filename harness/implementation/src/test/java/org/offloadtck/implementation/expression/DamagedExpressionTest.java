package org.offloadtck.implementation.expression;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.offloadtck.data.DataException;
import org.offloadtck.implementation.element.ElementArray;
import org.offloadtck.implementation.element.ElementType;
import org.offloadtck.implementation.element.ElementValue;

final class DamagedExpressionTest {

    private static final String TEXT =
            "i%2==0?sum(k,0,3,X[k]<<1)*complex(f32(1.5f),0x1p-3):-~min(7,random(5))/N";

    static Stream<String> damaged() {
        var prefixes = IntStream.range(0, TEXT.length()).mapToObj(i -> TEXT.substring(0, i));
        var deleted =
                IntStream.range(0, TEXT.length())
                        .mapToObj(i -> TEXT.substring(0, i) + TEXT.substring(i + 1));
        var flipped =
                IntStream.range(0, TEXT.length() * 7)
                        .mapToObj(n ->
                                TEXT.substring(0, n / 7)
                                        + (char) (TEXT.charAt(n / 7) ^ 1 << n % 7)
                                        + TEXT.substring(n / 7 + 1));
        return Stream.of(prefixes, deleted, flipped).flatMap(texts -> texts);
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void yieldsAValueOrTheLanguagesOwnException(String text) {
        var zeros = ElementArray.zeros(ElementType.I32, 4);
        var scope =
                new ExpressionScope.Program(
                                Map.of("N", new ElementValue.I32(4)), Map.of("X", zeros))
                        .with("i", new ElementValue.I32(1));
        assertThatCode(
                        () -> {
                            try {
                                Expression.parse("p.yaml", "key", text).evaluate(scope);
                            } catch (DataException e) {
                                if (e.problems().isEmpty()) {
                                    fail("no problem is named");
                                }
                            }
                        })
                .doesNotThrowAnyException();
    }
}
