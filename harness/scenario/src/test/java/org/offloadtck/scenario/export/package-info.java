@NullMarked
package org.offloadtck.scenario.export;

import org.jspecify.annotations.NullMarked;
