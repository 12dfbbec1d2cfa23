/** True with `LONG_TESTS=1`: tests then repeat checks that they normally make only once or a few times. */
export const isLong = process.env.LONG_TESTS === "1";
