/** A statement, its sample parameters, and SQLite's plan. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  plan: string[];
}

/** Formats a function's statements: first SQLite's with their plans, then PostgreSQL's where they differ. */
export function formatStatements(name: string, sqlite: Statement[], postgres: Statement[]): string {
  const lines = [`-- ${name}`];
  const known = new Set(sqlite.map(({ sql }) => toPostgresParameters(sql)));
  for (const { sql, plan } of sqlite) lines.push(`${breakLines(sql)};`, ...plan.map((step) => `-- ${step}`));
  const others = postgres.filter(({ sql }) => !known.has(sql));
  if (others.length > 0) lines.push("-- on PostgreSQL:", ...others.map(({ sql }) => `${breakLines(sql)};`));
  return `${lines.join("\n")}\n`;
}

function toPostgresParameters(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => `$${++count}`);
}

const MAX_LENGTH = 120;
/** Matches the beginning of a clause. A line break is added before it. */
const CLAUSE =
  /^(select|from|where|(inner |left |cross )?join|group by|order by|limit|union( all)?|values|set|on conflict|returning|having)\b/;
/** Matches quoted texts and names, parentheses, words, white space, and everything else. */
const TOKEN = /'[^']*'|"[^"]*"|[()]|[a-z]+|\s+|[^'"()a-z\s]+/gi;

/** Breaks a statement before its clauses, and indents clauses in parentheses. */
function breakLines(sql: string): string {
  const text = sql.trim().replaceAll(/\s+/g, " ");
  let depth = 0;
  let line = "";
  const lines: string[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === "(") depth++;
    if (token === ")") depth--;
    const isJoined = /\b(inner|left|cross|delete) $/.test(line);
    if (line.trim() !== "" && !isJoined && CLAUSE.test(text.slice(index)) && /[\s(]/.test(text[index - 1] ?? "")) {
      lines.push(line.trimEnd());
      line = "  ".repeat(depth);
    }
    line += token;
  }
  return [...lines, line].flatMap(wrap).join("\n");
}

/** Breaks a long line after commas and before conditions. */
function wrap(line: string): string[] {
  const indent = `${/^ */.exec(line)?.[0]}  `;
  const lines = [line];
  for (let rest = line; rest.length > MAX_LENGTH; rest = lines.at(-1) ?? "") {
    const end = Math.max(rest.lastIndexOf(", ", MAX_LENGTH) + 1, rest.lastIndexOf(" and ", MAX_LENGTH));
    // A line stays too long if it has no comma or " and " at which it could be broken.
    if (end <= indent.length) break;
    lines.splice(-1, 1, rest.slice(0, end), indent + rest.slice(end + 1));
  }
  return lines;
}
