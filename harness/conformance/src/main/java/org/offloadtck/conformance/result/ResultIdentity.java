package org.offloadtck.conformance.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.document.PlainText;

/// Identifies a result across runs. Baselines, waivers and comparisons find a result by its [#key],
/// which contains nothing that changes between runs: no line number, no order, no time. The
/// requirements of the result are not part of it, because that relation may change.
///
/// @param parameters of the example row, in the order of its columns
/// @param profile id of the ABI profile; empty where none applies
public record ResultIdentity(
        ScenarioId scenario,
        List<ExampleParameter> parameters,
        String profile,
        Stage stage,
        ImplementationIdentity implementation,
        DeviceIdentity device)
        implements Comparable<ResultIdentity> {

    /// What may stand in a part of a key as it is; everything else is written `%` and two
    /// hexadecimal digits per byte of UTF-8, as RFC 3986 §2.1 does.
    private static final String PLAIN =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._-";

    private static final String EMPTY = "-";

    /// 48 bits: they distinguish all results of a run.
    private static final int DIGITS = 12;

    /// A part that is a dash, as opposed to an empty one.
    private static final String ESCAPED_DASH = "%2D";

    private static final Comparator<ResultIdentity> ORDER =
            Comparator.comparing(ResultIdentity::stage).thenComparing(ResultIdentity::key);

    public ResultIdentity {
        parameters = List.copyOf(parameters);
    }

    /// `scenario/parameters/profile/stage -> implementation/device`, `-` for an empty part:
    ///
    /// ```
    /// zaxpy.the-result-equals-the-host-s/n=1024/llvm-16/kernel-launch -> reference/sim:sm_75
    /// ```
    public String key() {
        var platform = part(device.device());
        return exampleKey(scenario, parameters)
                + "/"
                + part(profile)
                + "/"
                + part(stage.id())
                + " -> "
                + implementationPart()
                + "/"
                + (device.spec().isEmpty() ? platform : platform + ":" + part(device.spec()));
    }

    /// The first two parts of the keys of a scenario's results, `scenario/parameters`: what a run
    /// can plan before it knows what its steps choose.
    public static String exampleKey(ScenarioId scenario, List<ExampleParameter> parameters) {
        return part(scenario.text()) + "/" + parameterPart(parameters);
    }

    /// A name of the result for file names and command lines: the first [#DIGITS] hexadecimal
    /// digits of the SHA-256 of its key.
    public String shortId() {
        return PlainText.sha256OfBytes(key().getBytes(UTF_8)).substring(0, DIGITS);
    }

    /// By stage, then by key.
    @Override
    public int compareTo(ResultIdentity other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return key();
    }

    private static String parameterPart(List<ExampleParameter> parameters) {
        return parameters.isEmpty()
                ? EMPTY
                : parameters.stream()
                        .map(each -> part(each.name()) + "=" + part(each.value()))
                        .collect(Collectors.joining(","));
    }

    private String implementationPart() {
        var parts =
                new ImplementationIdentity(
                        part(implementation.compiler()),
                        part(implementation.linkerWrapper()),
                        part(implementation.runtime()));
        return parts.toString();
    }

    private static String part(String text) {
        if (text.isEmpty()) {
            return EMPTY;
        }
        if (text.equals(EMPTY)) {
            return ESCAPED_DASH;
        }
        if (isPlain(text)) {
            return text;
        }
        var escaped = new StringBuilder();
        for (byte unit : text.getBytes(UTF_8)) {
            char c = (char) Byte.toUnsignedInt(unit);
            if (PLAIN.indexOf(c) >= 0) {
                escaped.append(c);
            } else {
                escaped.append("%%%02X".formatted(unit));
            }
        }
        return escaped.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (PLAIN.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
