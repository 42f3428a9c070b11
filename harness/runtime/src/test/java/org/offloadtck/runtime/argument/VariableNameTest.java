package org.offloadtck.runtime.argument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The texts in which compilers name mapped variables.
final class VariableNameTest {

    /// Source: `.offload_mapnames` of objects of clang 22.1.8 and flang 22.1.8.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                ";list->x[:n/2];list.cpp;7;12;;, list->x[:n/2], list.cpp, 7, 12",
                ";x;/home/user/list.cpp;7;12;;, x, /home/user/list.cpp, 7, 12",
                "\";/home/user/grid.f90;g(3:5,:);6;33;;\", \"g(3:5,:)\", /home/user/grid.f90, 6, 33",
                ";/home/user/a;b.f90;grid%u;6;33;;, grid%u, /home/user/a;b.f90, 6, 33"
            })
    void readsTheNameAndThePlaceOfEachForm(
            String text, String name, String file, int line, int column) {
        var variable = VariableName.parse(text);

        assertThat(variable.name()).isEqualTo(name);
        assertThat(variable.isPresent()).isTrue();
        assertThat(variable.declaration().file()).isEqualTo(file);
        assertThat(variable.declaration().line()).isEqualTo(line);
        assertThat(variable.declaration().column()).isEqualTo(column);
    }

    @ParameterizedTest
    @CsvSource({
        ";/home/user/grid.f90;unknown;6;33;;, ' at grid.f90:6:33'",
        ";unknown;unknown;0;0;;, ''"
    })
    void namesThePlaceIfTheCompilerKnewNoName(String text, String place) {
        var variable = VariableName.parse(text);

        assertThat(variable.isPresent()).isFalse();
        assertThat(variable.place()).isEqualTo(place);
    }
}
