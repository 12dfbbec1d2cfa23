/**
 * Slows the clock of a site's process to a hundredth (`node --import`), so that the 8 s for which it waits for a feed do
 * not end during a test on a busy machine.
 */
const now = performance.now.bind(performance);
performance.now = () => now() / 100;
