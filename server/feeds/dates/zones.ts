/** Minutes east of UTC, or the zone's name in the IANA database. */
export type Zone = number | string;

/** Abbreviations of zones, by hours east of UTC. An ambiguous abbreviation means the zone most common in feeds. */
const HOURS: [number, string][] = [
  [-12, "bit idlw aoe"],
  [-11, "sst nut"],
  [-10, "hst hast taht ckt"],
  [-9.5, "mart mit"],
  [-9, "akst hdt hadt gamt git"],
  [-8, "pst akdt cist"],
  [-7, "mst pdt"],
  [-6, "cst mdt galt east"],
  [-5, "est cdt cot pet act ect easst"],
  [-4, "ast edt clt bot amt gyt fkt cost"],
  [-3.5, "nst nt"],
  [-3, "adt art brt clst amst uyt gft pyt pyst srt rott fkst wgt pmst"],
  [-2.5, "ndt"],
  [-2, "brst uyst fnt pmdt wgst"],
  [-1, "cvt azot egt"],
  [0, "ut utc gmt z zulu wet uct azost egst"],
  [1, "cet met mez bst wat west dft wedt"],
  // IST is Israel's zone here. India and Ireland use the abbreviation, too.
  [2, "eet cest mest mesz sast cat ist wast haec kalt"],
  [3, "msk eest idt eat trt fet syot arst"],
  [3.5, "irst"],
  [4, "gst samt azt get mut ret sct msd volt"],
  [4.5, "aft irdt"],
  [5, "pkt uzt tjt tmt yekt mvt orat hmt mawt"],
  [5.5, "slt slst"],
  [5.75, "npt"],
  [6, "bdt btt omst almt kgt biot iot vost novt"],
  [6.5, "mmt cct"],
  [7, "ict wib krat hovt cxt davt tha"],
  [8, "hkt sgt awst pht phst wita irkt myt bnt ulat chot hovst"],
  [8.75, "acwst cwst"],
  [9, "jst kst wit yakt tlt pwt awdt"],
  [9.5, "acst"],
  [10, "aest chst vlat pgt chut ddut yapt"],
  [10.5, "acdt lhst"],
  [11, "aedt sbt magt nct vut kost pont sakt sret nft lhdt"],
  [12, "nzst fjt pett tvt wakt mht gilt wft anat nfdt"],
  [12.75, "chast"],
  [13, "nzdt tot phot tkt fjst"],
  [13.75, "chadt"],
  [14, "lint"],
];

const ZONES = new Map<string, Zone>([
  ...HOURS.flatMap(([hours, names]) => names.split(" ").map((name): [string, Zone] => [name, hours * 60])),
  // Abbreviations without S or D. They mean standard or daylight saving time, depending on the date.
  ["at", "America/Halifax"],
  ["et", "America/New_York"],
  ["ct", "America/Chicago"],
  ["mt", "America/Denver"],
  ["pt", "America/Los_Angeles"],
  // Names the zone instead of its offset, since Venezuela had another offset between 2007 and 2016.
  ["vet", "America/Caracas"],
  ["india standard time", 330],
  ["israel standard time", 120],
  ["irish standard time", 60],
  ["coordinated universal time", 0],
]);

/** Military zones of RFC 822, in minutes east of UTC. Lowercase letters do not match, since "14:05 a" means am. */
const MILITARY_ZONES = new Map(Object.entries({ A: -60, M: -720, N: 60, Y: 720 }));

/** Returns the zone of an abbreviation, an IANA name or a name such as "Pacific Time"; null if it is unknown. */
export function findZone(text: string): Zone | null {
  const name = text.trim().toLowerCase();
  const zone = ZONES.get(name) ?? MILITARY_ZONES.get(text);
  if (zone !== undefined) return zone;
  if (/^[a-z]+(?:\/[a-z0-9_+-]+){1,2}$|^[a-z]{3,4}\d[a-z]{3,4}$/.test(name)) return isIanaZone(name) ? name : null;
  // The abbreviation is formed from the initials: Eastern Standard Time is EST.
  if (!/^[a-z]+(?: [a-z]+){1,3}$/.test(name) || !name.endsWith(" time")) return null;
  return ZONES.get(name.replace(/([a-z])[a-z]* ?/g, "$1")) ?? null;
}

/** Parses an offset, a name, or both. Returns 0 (UTC) for words that name no known zone, and null for other texts. */
export function parseZone(text: string): Zone | null {
  // Ignores a zone's name after an offset, since the offset is more precise: -05:00[America/Chicago], -0500 EST.
  const numbers = /^([a-z]{1,5})? ?([+-]) ?(\d{1,2})(?::?(\d{2}))?Z?(?: ?(?:\[.*\]|\p{L}[\p{L} ./_]*))?$/iu.exec(text);
  if (numbers) {
    const [, name = "", sign, hours, minutes] = numbers;
    const offset = (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
    if (Math.abs(offset) > 14 * 60 || Number(minutes ?? 0) > 59) return null;
    const base = findZone(name);
    // MSK+2 means two hours ahead of Moscow. MSK+0300 states Moscow's own offset.
    return offset + (typeof base === "number" && minutes === undefined ? base : 0);
  }
  const name = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  const zone = findZone(name);
  if (zone !== null) return zone;
  if (!/^\p{L}[\p{L}\p{M} .,/_&-]*$/u.test(name)) return null;
  return findZone(/^[\p{L}/_]+/u.exec(name)?.[0] ?? "") ?? 0;
}

/** Parses an offset or a known name. Returns null for any other text. */
export function parseKnownZone(text: string): Zone | null {
  return /\d/.test(text) ? parseZone(text) : findZone(text);
}

/** Returns the zone's offset in minutes east of UTC; `instant` is in ms since 1970. */
export function getOffset(zone: Zone, instant: number): number {
  if (typeof zone === "number") return zone;
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
}

export function isIanaZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
