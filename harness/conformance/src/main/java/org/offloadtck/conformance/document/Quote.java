package org.offloadtck.conformance.document;

/// A sentence of a document, and where it stands.
///
/// @param text verbatim; markup and line structure do not count, see [PlainText]
/// @param document id of the document
/// @param section title of the innermost section that has it
/// @param sha256 of the plain text, in lower-case hexadecimal, kept when the row was reviewed
public record Quote(String text, String document, String section, String sha256) {}
