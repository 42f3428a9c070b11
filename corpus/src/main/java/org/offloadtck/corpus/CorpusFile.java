package org.offloadtck.corpus;

/// One row of the manifest: a file and its provenance.
///
/// @param path below `corpus/`, with forward slashes
/// @param sha256 of the file's bytes, 64 lower-case hexadecimal digits; empty when the tool is
///   `hand`, since such files are edited
/// @param tool that made the file; `hand` when a person did
/// @param version of the tool; empty when the tool is `hand`
/// @param command that made the file, run where its inputs lie; empty when the tool is `hand`
/// @param licence SPDX expression
public record CorpusFile(
        String path,
        String sha256,
        String tool,
        String version,
        String command,
        String licence,
        String description) {}
