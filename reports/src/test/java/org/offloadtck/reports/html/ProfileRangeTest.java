package org.offloadtck.reports.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.offloadtck.conformance.requirement.Catalogue;

class ProfileRangeTest {

    private static final Catalogue CATALOGUE =
            new Catalogue(
                    List.of("a", "b", "c", "d", "e", "f"),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"a b | a, b", "a b c | a … c", "a b c e | a … c, e", "b d e f | b, d … f"})
    void joinsThreeNeighboursOrMore(String profiles, String range) {
        assertThat(ProfileRange.of(List.of(profiles.split(" ")), CATALOGUE)).isEqualTo(range);
    }
}
