/// What a run found: a verdict per identity, with the evidence it rests on.
///
/// A [Result] says of one [ResultIdentity] which [Verdict] was reached and shows the [Evidence]. A
/// [ResultDocument] holds all results of a run in a fixed order and is written as JSON with a
/// version (`results-2.schema.json` beside this package states its shape). Whatever a report shows
/// is in the document: reports read nothing else but the catalogue.
///
/// The rule: nothing in a document but its [ResultDocument.Circumstances] depends on when or where
/// it was made, so that two runs that found the same compare equal byte for byte without them. The
/// exceptions carry a mark: a [Metric] that is sampled, and the output of a command.
///
/// Start with [ResultDocument].
///
/// The package has more than 15 types because a result document is one format: its reader and
/// writer know every part of it.
@NullMarked
package org.offloadtck.conformance.result;

import org.jspecify.annotations.NullMarked;
