package org.offloadtck.conformance.budget;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.offloadtck.corpus.Corpus;
import org.offloadtck.data.DataText;

class ShippedBudgetsTest {

    @Test
    void readsEveryBudgetFile() {
        var files = Corpus.list("budgets/");

        for (var file : files) {
            assertThatCode(() -> Budgets.load(new DataText(file, Corpus.text(file))))
                    .as(file)
                    .doesNotThrowAnyException();
        }
    }
}
