/** Of the frequencies that are measured, those above the first so many hold nothing to see. */
const SEEN = 0.6;
/** How far down a tower goes in silence. */
const LOWEST = 0.3;

/**
 * Lets elements rise and fall with the sound, by frequency. The sound is listened to beside its way to the ears and not on
 * it: where the browser cannot do that, or holds the measuring up, the radio plays on all the same.
 *
 * @returns how to end it
 */
export function followLevel(audio: HTMLAudioElement, towers: readonly Element[]): () => void {
  const { captureStream } = audio as { captureStream?: () => MediaStream };
  if (!captureStream || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const shown = towers.filter((tower) => tower instanceof SVGElement);
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 256;
  let frame = 0;
  try {
    context.createMediaStreamSource(captureStream.call(audio)).connect(analyser);
    frame = requestAnimationFrame(draw);
  } catch {
    // No track of sound is there to be measured.
  }
  return () => {
    cancelAnimationFrame(frame);
    for (const tower of shown) tower.style.transform = "";
    void context.close();
  };

  function draw() {
    const loudness = new Uint8Array(analyser.frequencyBinCount);
    analyser.getByteFrequencyData(loudness);
    for (const [index, tower] of shown.entries()) {
      const bin = Math.floor((index / shown.length) * loudness.length * SEEN);
      const height = LOWEST + (1 - LOWEST) * ((loudness[bin] ?? 0) / 255);
      tower.style.transform = `scaleY(${height.toFixed(3)})`;
    }
    frame = requestAnimationFrame(draw);
  }
}
