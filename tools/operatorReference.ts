/** Formats the operators' references. tools/reference.ts writes them to docs/configuration.md and docs/commands.md. */
import { HELP } from "../server/commands/help.ts";
import { formatEnvironmentTable } from "../server/environmentTable.ts";

const CONFIGURATION = `# Configuration

<!-- Written by \`node tools/reference.ts\` from the schema in server/config.ts; a test compares them. -->

The server and all commands are configured by environment variables. What a publication is and shows is in its edition's files instead ([edition.md](edition.md)).

- **Environment file.** Variables that are not set are read from \`--env-file FILE\`, or from \`/etc/broadsheet.env\` if that file exists.
- **Mistakes.** If a value is invalid, the server does not start; it prints the variable, the value and the allowed values. Values that may contain passwords are not printed.
- **Relative paths** start at the project's folder for the server, and at the current folder for commands. A command prints which store it opens, and fails if there is none.
`;

const COMMANDS = `# Commands

<!-- Written by \`node tools/reference.ts\` from server/commands/help.ts; a test compares them. -->

\`npx broadsheet COMMAND\` in a clone, \`./broadsheet COMMAND\` in a release, or \`broadsheet COMMAND\` once the server is set up ([operating.md](operating.md)). \`--help\` after a command prints its part of this page. The status is 0 on success, 1 if the input has errors or the command failed, and 2 if the command line is wrong.
`;

/** Heading of the options that can be used alone or with every command. */
const OPTIONS = "Options";

/** Returns the content of docs/configuration.md. */
export function formatConfiguration(): string {
  return `${CONFIGURATION}\n${formatEnvironmentTable()}\n`;
}

/** Returns the content of docs/commands.md: a heading and the help for each command. */
export function formatCommands(): string {
  const groups: { name: string; lines: string[] }[] = [];
  for (const line of HELP.split("\n").filter((line) => line.startsWith("  "))) {
    const [, first] = /^ {2}(\S+)/.exec(line) ?? [];
    const name = first?.startsWith("--") ? OPTIONS : first;
    if (name && name !== groups.at(-1)?.name) groups.push({ name, lines: [] });
    groups.at(-1)?.lines.push(line.slice(2));
  }
  return [COMMANDS, ...groups.map(formatGroup)].join("\n");
}

function formatGroup({ name, lines }: { name: string; lines: string[] }): string {
  const heading = name === OPTIONS ? OPTIONS : `\`${name}\``;
  return `## ${heading}\n\n\`\`\`text\n${lines.join("\n")}\n\`\`\`\n`;
}
