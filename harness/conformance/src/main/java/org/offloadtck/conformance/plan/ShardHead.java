package org.offloadtck.conformance.plan;

import org.offloadtck.conformance.result.ResultDocument.Circumstances;
import org.offloadtck.conformance.result.RunSubject;

/// What a file of results says beside them.
///
/// @param file its name
/// @param circumstances without the times of results
record ShardHead(String file, RunSubject subject, Circumstances circumstances) {}
