/** With `LONG_TESTS=1`, tests repeat what they normally check once or a few times. */
export const isLong = process.env.LONG_TESTS === "1";
