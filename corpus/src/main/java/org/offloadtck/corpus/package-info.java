/// The files every stage is tested with, and where each of them comes from.
///
/// The rule: no file without a row in `MANIFEST.csv`. The manifest says who made the file, how, and
/// under which licence, and since it lists every path, the corpus is listed and read from a jar as
/// well as from a checkout. Start at [Corpus][org.offloadtck.corpus.Corpus];
/// `corpus/add-manifest-row.sh` adds a row.
@NullMarked
package org.offloadtck.corpus;

import org.jspecify.annotations.NullMarked;
