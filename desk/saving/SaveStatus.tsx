import type { Saving } from "./useSaving.ts";

interface SaveStatusProps {
  saving: Saving;
  timeZone: string;
}

/** Says whether what was typed is saved, who else has the story open, and asks what must be asked. */
export function SaveStatus(_props: SaveStatusProps) {
  return null;
}
