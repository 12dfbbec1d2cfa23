/** A date in the Gregorian calendar. Months and days count from 1. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** Decides which number is the month. If both can be, slashes mean American order, dots and hyphens European order. */
export function toDay(first: number, second: number, year: number, hasSlashes: boolean): Day {
  const isMonthFirst = second > 12 || (first <= 12 && hasSlashes);
  return isMonthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

/** Returns a day of an ISO week, Monday being 1. Week 1 is the one with January 4. */
export function getDayOfWeek(year: number, week: number, day: number): Day | null {
  if (week < 1 || week > 53) return null;
  const weekdayOfJanuary4 = new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7;
  return toDate(year, 4 - weekdayOfJanuary4 + (week - 1) * 7 + day);
}

/** Returns a day of the year, January 1 being 1; null if the year has fewer days. */
export function getDayOfYear(year: number, number: number): Day | null {
  const date = toDate(year, number);
  return date.year === year ? date : null;
}

function toDate(year: number, dayOfYear: number): Day {
  const date = new Date(Date.UTC(year, 0, dayOfYear));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Converts 24 to 2024. Converts 124 as well: some programming languages count years from 1900. */
export function toFullYear(year: string): number {
  const number = Number(year);
  if (year.length === 3 && number < 200) return number + 1900;
  if (year.length > 2) return number;
  return number + (number < 70 ? 2000 : 1900);
}

/** Allows February 29 in every year. */
export function isValidDay({ month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();
}
