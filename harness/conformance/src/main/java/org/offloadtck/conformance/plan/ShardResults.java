package org.offloadtck.conformance.plan;

import org.offloadtck.conformance.result.ResultDocument;

/// What a run of one or more shards found.
///
/// @param file the name of its file
public record ShardResults(String file, ResultDocument document) {}
