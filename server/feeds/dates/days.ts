export interface Day {
  year: number;
  month: number;
  day: number;
}

/** 26/06/2020 and 01/31/2012 tell themselves; where both could be, slashes are American, dots and hyphens European. */
export function orderDay(first: number, second: number, year: number, hasSlashes: boolean): Day {
  const isMonthFirst = second > 12 || (first <= 12 && hasSlashes);
  return isMonthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

/** The third day of the 36th week; the first week is the one with 4 January. */
export function readWeek(year: number, week: number, day: number): Day | null {
  if (week < 1 || week > 53) return null;
  const fourth = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7;
  return countDay(year, 4 - fourth + (week - 1) * 7 + day, true);
}

export function countDay(year: number, number: number, mayLeaveYear = false): Day | null {
  const date = new Date(Date.UTC(year, 0, number));
  if (!mayLeaveYear && date.getUTCFullYear() !== year) return null;
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 24 is 2024, and so is 124, as languages count whose years begin in 1900. */
export function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 3 && number < 200) return number + 1900;
  if (year.length > 2) return number;
  return number + (number < 70 ? 2000 : 1900);
}

export function isDay({ month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();
}
