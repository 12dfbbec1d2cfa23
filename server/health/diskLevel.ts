/** `low`: no images are downloaded. `critical`: in addition, new articles are stored without their bodies. */
export type DiskLevel = "enough" | "low" | "critical";

/**
 * A level ends only at this multiple of its limit, so that the level does not change with every file stored or deleted.
 */
const MARGIN = 1.1;

/** Returns the next level: `low` below the floor, `critical` below half of it. */
export function getDiskLevel(current: DiskLevel, freeMb: number, floorMb: number): DiskLevel {
  const lowBelow = current === "enough" ? floorMb : floorMb * MARGIN;
  const criticalBelow = (current === "critical" ? floorMb * MARGIN : floorMb) / 2;
  if (freeMb < criticalBelow) return "critical";
  return freeMb < lowBelow ? "low" : "enough";
}
