package org.offloadtck.reports.site;

import org.offloadtck.conformance.report.RunReports.Form;
import org.offloadtck.conformance.result.Result;

/// Addresses as the page `from` writes them. In the single file, the id of an element begins with
/// the name of its page.
public record Links(Form form, Page from) {

    /// Digits of a SHA-256 that pages show and link by: 48 bits distinguish all results of a run.
    public static final int DIGITS = 12;

    public String to(Page page) {
        return switch (form) {
            case SITE -> root() + page.path();
            case SINGLE_FILE -> "#" + page.anchor();
        };
    }

    /// The address of an element of a page.
    public String to(Page page, String element) {
        return switch (form) {
            case SITE -> "%s%s#%s".formatted(root(), page.path(), element);
            case SINGLE_FILE -> "#%s-%s".formatted(page.anchor(), element);
        };
    }

    /// The address of a list with its filters set: `stage=wrapper&status=held`.
    public String filtered(Page list, String filters) {
        return switch (form) {
            case SITE -> "%s%s#?%s".formatted(root(), list.path(), filters);
            case SINGLE_FILE -> "#%s?%s".formatted(list.anchor(), filters);
        };
    }

    /// The address of a result on the page of its scenario.
    public String to(Result result) {
        return to(Page.scenario(result.identity().scenario()), element(result));
    }

    /// The id that an element of this page gets.
    public String id(String element) {
        return switch (form) {
            case SITE -> element;
            case SINGLE_FILE -> "%s-%s".formatted(from.anchor(), element);
        };
    }

    /// The element of a result. It follows from the key.
    public static String element(Result result) {
        return "r-" + result.identity().shortId();
    }

    /// The first digits of a SHA-256.
    public static String brief(String sha256) {
        return sha256.substring(0, Math.min(DIGITS, sha256.length()));
    }

    /// The way to the folder of the report.
    public String root() {
        return from.folder().isEmpty() ? "" : "../";
    }
}
