import { useEffect, useRef } from "react";
import { randomFrom } from "../../core/random.ts";
import styles from "./Level.module.css";
import { followLevel } from "./level.ts";
import { useRadio, useRadioState } from "./useRadio.tsx";

const WIDTH = 320;
const HEIGHT = 60;

/** A skyline of the station's own; while the radio plays, its towers rise and fall with the sound. */
export function Level() {
  const radio = useRadio();
  const drawing = useRef<SVGSVGElement>(null);
  const isPlaying = useRadioState(({ player }) => player.phase === "playing");
  const name = useRadioState(() => radio.station().name);
  useEffect(() => {
    const audio = radio.element();
    if (isPlaying && audio && drawing.current) return followLevel(audio, [...drawing.current.children]);
  }, [radio, isPlaying]);
  return (
    <svg
      ref={drawing}
      className={styles.level}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {towers(name).map((tower) => (
        <rect key={tower.x} {...tower} className={styles.tower} />
      ))}
    </svg>
  );
}

function towers(seed: string) {
  const random = randomFrom(seed);
  const towers = [];
  for (let x = 0; x < WIDTH; ) {
    const width = Math.min(random.between(5, 13), WIDTH - x);
    const height = random.between(10, HEIGHT - 6);
    towers.push({ x, y: HEIGHT - height, width, height });
    x += width + random.between(0, 3);
  }
  return towers;
}
