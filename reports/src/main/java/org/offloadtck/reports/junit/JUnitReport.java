package org.offloadtck.reports.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.offloadtck.conformance.Stage;
import org.offloadtck.conformance.result.DeviceIdentity;
import org.offloadtck.conformance.result.ExampleParameter;
import org.offloadtck.conformance.result.Result;
import org.offloadtck.conformance.result.ResultDocument;
import org.offloadtck.conformance.result.ResultIdentity;
import org.offloadtck.conformance.result.VerdictClass;
import org.offloadtck.conformance.waiver.Waiver;
import org.offloadtck.reports.site.ReadableText;

/// JUnit XML in the shape that Jenkins, GitLab and GitHub's readers share: suites by stage, a case
/// per result with its time, `failure`, `error` or `skipped` in it.
public final class JUnitReport {

    private final ResultDocument document;
    private final XMLStreamWriter xml;

    private JUnitReport(ResultDocument document, XMLStreamWriter xml) {
        this.document = document;
        this.xml = xml;
    }

    /// Writes the report.
    ///
    /// @throws UncheckedIOException if it cannot be written
    public static void write(ResultDocument document, Writer out) {
        try {
            var xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
            xml.writeStartDocument("UTF-8", "1.0");
            new JUnitReport(document, xml).write();
            xml.writeEndDocument();
            xml.close();
            out.append('\n');
        } catch (XMLStreamException fault) {
            throw new UncheckedIOException(new IOException(fault));
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private void write() throws XMLStreamException {
        start("testsuites", "", "offload-tck", document.results());
        for (var stage : Stage.values()) {
            var results =
                    document.results().stream()
                            .filter(result -> result.identity().stage() == stage)
                            .toList();
            if (!results.isEmpty()) {
                start("testsuite", "\n  ", stage.id(), results);
                for (var result : results) {
                    testCase(result);
                }
                end("\n  ");
            }
        }
        end("\n");
    }

    private void start(String tag, String indent, String name, List<Result> results)
            throws XMLStreamException {
        xml.writeCharacters(indent.isEmpty() ? "\n" : indent);
        xml.writeStartElement(tag);
        attribute("name", name);
        attribute("tests", Integer.toString(results.size()));
        attribute("failures", count(results, VerdictClass.UNEXPECTED));
        attribute("errors", count(results, VerdictClass.HARNESS_FAULT));
        attribute(
                "skipped",
                Long.toString(
                        results.stream()
                                .map(result -> result.verdict().standing())
                                .filter(JUnitReport::isSkipped)
                                .count()));
        attribute("time", seconds(results.stream().mapToLong(this::milliseconds).sum()));
    }

    private void end(String indent) throws XMLStreamException {
        xml.writeCharacters(indent);
        xml.writeEndElement();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, ReadableText.printable(value));
    }

    private long milliseconds(Result result) {
        return document.circumstances().times().getOrDefault(result.identity().key(), 0L);
    }

    private static String seconds(long milliseconds) {
        return "%d.%03d".formatted(milliseconds / 1000, milliseconds % 1000);
    }

    private static String count(List<Result> results, VerdictClass standing) {
        return Long.toString(
                results.stream().filter(row -> row.verdict().standing() == standing).count());
    }

    private static boolean isSkipped(VerdictClass standing) {
        return switch (standing) {
            case NOT_JUDGED, WAIVED, EXCLUDED -> true;
            case HELD, UNEXPECTED, HARNESS_FAULT -> false;
        };
    }

    private void testCase(Result result) throws XMLStreamException {
        var identity = result.identity();
        xml.writeCharacters("\n    ");
        xml.writeStartElement("testcase");
        attribute("classname", "%s.%s".formatted(identity.stage().id(), identity.scenario()));
        attribute("name", name(result.title(), identity));
        attribute("time", seconds(milliseconds(result)));
        xml.writeCharacters("\n      ");
        xml.writeStartElement("properties");
        property("key", identity.key());
        property("requirements", String.join(" ", result.requirements()));
        property("verdict", result.verdict().label());
        var waiver = document.subject().selection().waiver(result.verdict());
        if (waiver.isPresent()) {
            waiver(waiver.get());
        }
        end("\n      ");
        outcome(result);
        end("\n    ");
    }

    private void waiver(Waiver waiver) throws XMLStreamException {
        property("waiver", waiver.id());
        property("waiver.reason", waiver.reason());
        property("waiver.owner", waiver.owner());
        property("waiver.issue", waiver.issue());
        property("waiver.expires", waiver.expires().toString());
    }

    private void property(String name, String value) throws XMLStreamException {
        xml.writeCharacters("\n        ");
        xml.writeEmptyElement("property");
        attribute("name", name);
        attribute("value", value);
    }

    /// Title, parameters, profile, implementation and device: unique within the scenario, since the
    /// key is.
    private static String name(String title, ResultIdentity identity) {
        var parts = new ArrayList<String>();
        identity.parameters().stream().map(JUnitReport::assignment).forEach(parts::add);
        if (!identity.profile().isEmpty()) {
            parts.add(identity.profile());
        }
        parts.add(identity.implementation().toString());
        if (!identity.device().equals(DeviceIdentity.NONE)) {
            parts.add(identity.device().toString());
        }
        return "%s [%s]".formatted(title, String.join(", ", parts));
    }

    private static String assignment(ExampleParameter parameter) {
        return "%s=%s".formatted(parameter.name(), parameter.value());
    }

    private void outcome(Result result) throws XMLStreamException {
        var verdict = result.verdict();
        switch (verdict.standing()) {
            case HELD -> {}
            case WAIVED, EXCLUDED, NOT_JUDGED -> {
                xml.writeCharacters("\n      ");
                xml.writeEmptyElement("skipped");
                attribute("message", verdict.text());
            }
            case UNEXPECTED -> problem("failure", result);
            case HARNESS_FAULT -> problem("error", result);
        }
    }

    /// The verdict as message, the verdict and its evidence as text.
    private void problem(String tag, Result result) throws XMLStreamException {
        var lines = new ArrayList<String>();
        lines.add(result.verdict().text());
        result.evidence().forEach(evidence -> lines.add(EvidenceText.of(evidence)));
        xml.writeCharacters("\n      ");
        xml.writeStartElement(tag);
        attribute("type", result.verdict().kind().name());
        attribute("message", result.verdict().text());
        xml.writeCharacters(ReadableText.printable(String.join("\n", lines)));
        xml.writeEndElement();
    }
}
