@NullMarked
package org.offloadtck.driver.inject;

import org.jspecify.annotations.NullMarked;
