@NullMarked
package org.offloadtck.driver.toolkit;

import org.jspecify.annotations.NullMarked;
