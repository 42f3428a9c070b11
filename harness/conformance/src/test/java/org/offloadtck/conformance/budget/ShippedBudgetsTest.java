package org.offloadtck.conformance.budget;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.offloadtck.conformance.data.DataText;
import org.offloadtck.corpus.Corpus;

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
