export function getMachineFactor(): number;
export function scaleLimit(ms: number): number;
