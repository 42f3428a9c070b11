package org.offloadtck.conformance.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.function.UnaryOperator;
import org.offloadtck.conformance.document.PlainText;

/// The verdict about one identity, with its evidence.
///
/// @param title the scenario's title, for people
/// @param requirements ids of the requirements it speaks for, in the order of the scenario's tags
public record Result(
        ResultIdentity identity,
        String title,
        List<String> requirements,
        Verdict verdict,
        List<Evidence> evidence) {

    public Result {
        requirements = List.copyOf(requirements);
        evidence = evidence instanceof Evidence.Stored ? evidence : List.copyOf(evidence);
    }

    /// SHA-256 of the evidence as a document has it, in UTF-8.
    public String evidenceSha256() {
        return PlainText.sha256OfBytes(Evidence.toJson(evidence).getBytes(UTF_8));
    }

    /// The result with each text that names files edited.
    public Result edited(UnaryOperator<String> edit) {
        return new Result(
                identity,
                title,
                requirements,
                verdict.withReason(edit.apply(verdict.reason())),
                evidence.stream().map(each -> each.edited(edit)).toList());
    }

    public Result withVerdict(Verdict other) {
        return new Result(identity, title, requirements, other, evidence);
    }
}
