package org.offloadtck.conformance.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.Samples;
import org.offloadtck.conformance.result.Verdict;

/// Kept results are equal to those that were given.
final class ResultStoreTest {

    @TempDir private Path folder;

    @Test
    void keepsWhatADocumentSays() {
        var document = Samples.everyShape();
        try (var store = ResultStore.in(folder)) {
            var kept = document.results().stream().map(store::keep).toList();

            assertThat(kept).isEqualTo(document.results());
            assertThat(
                            new ResultDocument(
                                            document.subject(),
                                            document.scenarios(),
                                            kept,
                                            document.circumstances())
                                    .toJson())
                    .isEqualTo(document.toJson());
        }
    }

    @Test
    void readsTheEvidenceFromItsFileEachTime() {
        var original = Samples.everyShape().results().getFirst();
        var kept = new ArrayList<Result>();
        try (var store = ResultStore.in(folder)) {
            kept.add(store.keep(original));
            assertThat(kept.getFirst().withVerdict(Verdict.pass()).evidence())
                    .isInstanceOf(StoredEvidence.class)
                    .isEqualTo(original.evidence());
        }
        assertThat(folder).isEmptyDirectory();
        assertThatThrownBy(() -> kept.getFirst().evidence().getFirst())
                .isInstanceOf(UncheckedIOException.class);
    }
}
