import { useEffect, useRef } from "react";
import { createRandom } from "../../core/random.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";
import styles from "./Visualizer.module.css";

const WIDTH = 320;
const HEIGHT = 60;
/** Share of the measured frequencies that is shown, lowest first. The others are almost silent. */
const SHOWN_FREQUENCIES = 0.6;
/** Height of a tower in silence, as a share of its full height. */
const MIN_SCALE = 0.3;

/** A skyline drawn from the station's name. Its towers move with the sound while the radio plays. */
export function Visualizer() {
  const radio = useRadio();
  const drawing = useRef<SVGSVGElement>(null);
  const audio = useRadioState((state) => state.audio);
  const isPlaying = useRadioState(({ player }) => player.phase === "playing");
  const name = useRadioState(() => radio.getStation().name);
  useEffect(() => {
    if (isPlaying && audio && drawing.current) return animate(audio, [...drawing.current.querySelectorAll("rect")]);
  }, [isPlaying, audio]);
  return (
    <svg
      ref={drawing}
      className={styles.skyline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {drawTowers(name).map((tower) => (
        <rect key={tower.x} {...tower} className={styles.tower} />
      ))}
    </svg>
  );
}

function drawTowers(seed: string) {
  const random = createRandom(seed);
  const towers = [];
  for (let x = 0; x < WIDTH; ) {
    const width = Math.min(random.integer(5, 13), WIDTH - x);
    const height = random.integer(10, HEIGHT - 6);
    towers.push({ x, y: HEIGHT - height, width, height });
    x += width + random.integer(0, 3);
  }
  return towers;
}

/**
 * Scales towers by the loudness of the stream. Measures a copy of the stream, so that a failure does not stop the
 * sound. Returns a function that ends the animation.
 */
function animate(audio: HTMLAudioElement, towers: readonly SVGElement[]): () => void {
  const { captureStream } = audio as { captureStream?: () => MediaStream };
  if (!captureStream || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 256;
  const loudness = new Uint8Array(analyser.frequencyBinCount);
  let frame = 0;
  try {
    context.createMediaStreamSource(captureStream.call(audio)).connect(analyser);
    frame = requestAnimationFrame(draw);
  } catch {
    // The stream has no audio track to measure.
  }
  return () => {
    cancelAnimationFrame(frame);
    for (const tower of towers) tower.style.transform = "";
    void context.close();
  };

  function draw() {
    analyser.getByteFrequencyData(loudness);
    for (const [index, tower] of towers.entries()) {
      const bin = Math.floor((index / towers.length) * loudness.length * SHOWN_FREQUENCIES);
      const scale = MIN_SCALE + (1 - MIN_SCALE) * ((loudness[bin] ?? 0) / 255);
      tower.style.transform = `scaleY(${scale.toFixed(3)})`;
    }
    frame = requestAnimationFrame(draw);
  }
}
