/// Runs the scenarios as part of the build.
@NullMarked
package org.offloadtck.features;

import org.jspecify.annotations.NullMarked;
