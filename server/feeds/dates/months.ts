const ENGLISH_MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/**
 * Languages of feeds. A name such as listopad or srp means different months in two languages. Its meaning in the
 * language that is first in this list applies.
 */
const LANGUAGES =
  "de de-AT fr es es-PE it pt nl sv da nb nn fi is pl cs sk hu ro tr el ru uk bg be sl lt lv et ca gl eu id ms ga cy sq mk sr sr-Latn bs az af sw ar he hi th hr";

let monthNames: Map<string, number> | undefined;

/** Returns the number (1 to 12) of a month by its name or by three or more of its first letters; 0 for other texts. */
export function findMonth(name: string): number {
  const word = fold(name);
  if (word.length < 3) return 0;
  const english = ENGLISH_MONTHS.findIndex((month) => month.startsWith(word));
  if (english >= 0) return english + 1;
  monthNames ??= collectMonthNames();
  const exact = monthNames.get(word);
  if (exact) return exact;
  for (const [month, number] of monthNames) if (month.startsWith(word)) return number;
  // Accepts misspelled English names, such as Febuary and Septmber.
  return (
    ENGLISH_MONTHS.findIndex(
      (month) => word.length > 5 && word.startsWith(month.slice(0, 3)) && word.endsWith(month.slice(-2)),
    ) + 1
  );
}

/**
 * Collects month names in the form used within dates and in the form used alone. Runs on first use, since most feeds
 * are in English.
 */
function collectMonthNames(): Map<string, number> {
  // German abbreviations that `Intl` lacks.
  const names = new Map(Object.entries({ mrz: 3, maerz: 3 }));
  const add = (name: string, month: number) => {
    const word = fold(name);
    if (/^[\p{L}]{3,}$/u.test(word) && !names.has(word)) names.set(word, month);
  };
  for (const language of LANGUAGES.split(" "))
    for (const month of ["long", "short"] as const)
      for (const day of ["numeric", undefined] as const) {
        const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month, day, timeZone: "UTC" });
        for (let number = 1; number <= 12; number++) {
          const parts = format.formatToParts(Date.UTC(2024, number - 1, 15));
          add(parts.find(({ type }) => type === "month")?.value ?? "", number);
        }
      }
  return names;
}

/** Removes accents and dots, converts to lower case, and replaces the Turkish dotless i. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "");
}
