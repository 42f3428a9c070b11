package org.offloadtck.conformance.trace;

/// A place in the kit's source that implements or enforces a requirement.
///
/// @param requirement its id: `RG-13`
/// @param file path from the root of the repository, with `/`
/// @param line of the declaration, from 1
/// @param declaration name of the type, method, field or function
public record CodePlace(String requirement, String file, int line, String declaration) {

    /// `harness/…/EntryTableReader.java:42`, as compilers print places.
    public String place() {
        return file + ":" + line;
    }
}
