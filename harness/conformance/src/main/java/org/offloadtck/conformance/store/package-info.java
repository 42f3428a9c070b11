/// Results in little memory, for a merge of more than the memory holds.
///
/// [ResultStore] writes the evidence of results to a file and reads it again each time somebody
/// asks. What a report needs of every result stays in memory: identity, verdict and requirements.
@NullMarked
package org.offloadtck.conformance.store;

import org.jspecify.annotations.NullMarked;
