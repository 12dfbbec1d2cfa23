/** `low`: no images are downloaded. `critical`: in addition, new articles are stored without their bodies. */
export type DiskLevel = "enough" | "low" | "critical";

/**
 * A level begins when the free space falls below the level's limit, and ends when the free space reaches this multiple
 * of the limit. The margin keeps the level from changing with every file stored or deleted.
 */
const MARGIN = 1.1;

/** Returns the next level: `low` below the floor, `critical` below half of it. */
export function getDiskLevel(current: DiskLevel, freeMb: number, floorMb: number): DiskLevel {
  const lowBelow = current === "enough" ? floorMb : floorMb * MARGIN;
  const criticalBelow = (current === "critical" ? floorMb * MARGIN : floorMb) / 2;
  if (freeMb < criticalBelow) return "critical";
  return freeMb < lowBelow ? "low" : "enough";
}
