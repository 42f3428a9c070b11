package org.offloadtck.conformance.plan;

import java.util.function.Supplier;
import org.offloadtck.conformance.result.ResultDocument;

/// What a run of one or more shards found.
///
/// @param file the name of its file
/// @param document reads it; the results of a plan may be more than the memory holds
public record ShardResults(String file, Supplier<ResultDocument> document) {}
