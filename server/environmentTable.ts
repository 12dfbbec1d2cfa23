import { type Config, environmentSchema, getMeta } from "./config.ts";
import { FILE_VARIABLES } from "./secretFiles.ts";

/** Returns the table of environment variables in Markdown. */
export function formatEnvironmentTable(): string {
  const defaults: Partial<Config> = environmentSchema.parse({});
  const rows = Object.keys(environmentSchema.shape).map((name) => {
    const { description, allowed } = getMeta(name);
    const value = defaults[name as keyof Config]?.toString();
    const file = FILE_VARIABLES.some((variable) => variable === name) ? ` Or \`${name}_FILE\`: a file with it.` : "";
    return [`\`${name}\``, value ? `\`${value}\`` : "", allowed, description + file];
  });
  const head = ["variable", "default", "allowed", "description"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
