/// What a run of the kit claims, and what the claim rests on.
///
/// - `requirement`: the catalogue: sentences of the specification documents, each with an id, the
///   hash of its wording, and the tests it needs.
/// - `result`: what a run found: a verdict per result identity, with its evidence, as one versioned
///   JSON document that every report reads.
/// - `budget`: what a program may cost on a device.
/// - `waiver`: failures that are known, owned and dated.
/// - `data`: reads the YAML and JSON of all of them, field by field.
///
/// The rule: a claim names its source. A requirement quotes its document, a verdict carries its
/// evidence, a budget says where its limit comes from. This package holds only [Stage], the order
/// in which everything is listed; start with `requirement.Catalogue` or `result.ResultDocument`.
@NullMarked
package org.offloadtck.conformance;

import org.jspecify.annotations.NullMarked;
