@NullMarked
package org.offloadtck.driver.simulate;

import org.jspecify.annotations.NullMarked;
