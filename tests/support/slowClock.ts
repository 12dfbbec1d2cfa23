/** Slows a site's clock to a hundredth (`node --import`), so that its wait of 8 s for a feed outlasts a test. */
const now = performance.now.bind(performance);
performance.now = () => now() / 100;
