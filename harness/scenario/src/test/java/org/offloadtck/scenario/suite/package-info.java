@NullMarked
package org.offloadtck.scenario.suite;

import org.jspecify.annotations.NullMarked;
