/** True with `LONG_TESTS=1`. Tests then repeat checks that they otherwise make only once or a few times. */
export const isLong = process.env.LONG_TESTS === "1";
