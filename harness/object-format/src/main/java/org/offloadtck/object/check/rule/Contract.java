package org.offloadtck.object.check.rule;

/// A relation between two parts of a file, or of the files of one link, that a producer must keep.
///
/// @param requirement its id in the catalogue
/// @param relation the relation, as a sentence
/// @param consequence what does not work if it is broken, and in which releases
public record Contract(
        Severity severity, String requirement, String relation, String consequence) {}
