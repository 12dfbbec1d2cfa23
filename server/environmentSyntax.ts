/** Characters that a backslash escapes in double quotes. Before any other character, the backslash stays. */
const ESCAPABLE = '"\\`$';
const NAME = /^[A-Za-z_]\w*$/;

interface Value {
  text: string;
  /** Position after the value's last line. */
  end: number;
}

/**
 * Parses an environment file with the rules of systemd's `EnvironmentFile=` (systemd.exec(5)), so that the server's
 * systemd unit and the commands read the same values. A comment is a line that begins with `#` or `;`. Within a value,
 * `#` is an ordinary character. After a backslash at the end of a line, the value continues on the next line.
 *
 * systemd ignores lines that assign nothing, and lines with an invalid name. Both are errors here, since they are
 * probably mistakes.
 *
 * @returns the last value of each name
 * @throws {Error} with the reason and the number of the line, but without the line, which may contain a password
 */
export function parseEnvironment(source: string): Record<string, string> {
  const text = source.replaceAll("\r\n", "\n").replace(/\n?$/, "\n");
  const values: Record<string, string> = {};
  for (let position = 0; position < text.length; ) {
    const fail = (reason: string) => new Error(`line ${text.slice(0, position).split("\n").length}: ${reason}`);
    const lineEnd = text.indexOf("\n", position);
    const line = text.slice(position, lineEnd).trim();
    if (line === "" || /^[#;]/.test(line)) {
      // Before version 254, systemd reads the line after the backslash as part of the comment.
      if (line.endsWith("\\")) throw fail("remove the backslash at the end of the comment.");
      position = lineEnd + 1;
      continue;
    }
    const equals = text.indexOf("=", position);
    if (equals < 0 || equals > lineEnd) throw fail("expected NAME=value, or # before a comment.");
    const name = text.slice(position, equals).trim();
    if (!NAME.test(name)) throw fail(`found a name other than letters, digits and _${getHint(name)}.`);
    const value = readValue(text, equals + 1);
    if (value === null) throw fail(`the quotation mark in the value of ${name} is not closed.`);
    values[name] = value.text;
    position = value.end;
  }
  return values;
}

function getHint(name: string): string {
  return name.startsWith("export ") ? "; remove export, which only shells understand" : "";
}

/**
 * Reads a value up to the end of its last line; null if a quote is not closed. A value may have several quoted parts.
 */
function readValue(text: string, start: number): Value | null {
  let value = "";
  /** Length of the value without trailing spaces; spaces in quotes or after a backslash are kept. */
  let kept = 0;
  /** True before the value and after a quoted part. Only there, quotation marks open a quote and spaces are skipped. */
  let isBetween = true;
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\n") return { text: value.slice(0, kept), end: at + 1 };
    if (isBetween && (char === '"' || char === "'")) {
      const quoted = readQuoted(text, at + 1, char);
      if (quoted === null) return null;
      value += quoted.text;
      kept = value.length;
      at = quoted.end - 1;
    } else if (char === "\\") {
      at++;
      if (text[at] !== "\n") value += text[at] ?? "";
      kept = value.length;
      isBetween = false;
    } else if (!isBetween || !/\s/.test(char)) {
      value += char;
      if (!/\s/.test(char)) kept = value.length;
      isBetween = false;
    }
  }
  return { text: value.slice(0, kept), end: text.length };
}

/** Reads up to the closing quote; returns null if there is none. Quoted text may have several lines. */
function readQuoted(text: string, start: number, quote: string): Value | null {
  let value = "";
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === quote) return { text: value, end: at + 1 };
    if (char !== "\\" || quote === "'") {
      value += char;
      continue;
    }
    at++;
    const next = text[at] ?? "";
    if (next !== "\n") value += ESCAPABLE.includes(next) ? next : `\\${next}`;
  }
  return null;
}
