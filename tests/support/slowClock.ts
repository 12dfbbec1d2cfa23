/**
 * Loaded into a site's process before the site (`node --import`): its clock goes at a hundredth of its pace, so that the
 * eight seconds for which it waits for a feed do not end on a machine that is busy while a test looks at the page.
 */
const now = performance.now.bind(performance);
performance.now = () => now() / 100;
