import type { ParseArgsOptionsConfig } from "node:util";
import type { Config } from "../../config.ts";
import { type NewsroomCommand, runNewsroomCommand } from "../newsroom/newsroomCommand.ts";

const writing = () => import("./writingCommands.ts");
const reading = () => import("./readingCommands.ts");
const pins = () => import("./pinCommands.ts");
const verification = () => import("./verifyCommand.ts");
const imports = () => import("./importCommand.ts");
const files = () => import("./folderCommands.ts");

/** Options for reading an export, which `import` and `verify` share. */
const EXPORT_OPTIONS: ParseArgsOptionsConfig = {
  section: { type: "string", multiple: true },
  map: { type: "string" },
  default: { type: "string" },
  media: { type: "string", multiple: true },
  site: { type: "string" },
  permalinks: { type: "string" },
  redirects: { type: "string" },
  "no-pages": { type: "boolean" },
};

const COMMANDS: Record<string, NewsroomCommand> = {
  list: {
    arguments: [],
    options: { state: { type: "string" } },
    run: async (context) => (await reading()).printStories(context),
  },
  show: { arguments: ["SLUG"], run: async (context) => (await reading()).printStory(context) },
  add: { arguments: ["FILE.md"], run: async (context) => (await writing()).runAdd(context) },
  update: {
    arguments: ["SLUG", "FILE.md"],
    options: { "new-title": { type: "boolean" } },
    run: async (context) => (await writing()).runUpdate(context),
  },
  delete: { arguments: ["SLUG"], run: async (context) => (await writing()).runDelete(context) },
  preview: {
    arguments: ["SLUG"],
    options: { until: { type: "string" } },
    run: async (context) => (await writing()).runPreview(context),
  },
  publish: { arguments: ["SLUG"], run: async (context) => (await writing()).runPublish(context) },
  schedule: { arguments: ["SLUG", "TIME", "[TIME…]"], run: async (context) => (await writing()).runSchedule(context) },
  correct: {
    arguments: ["SLUG", "[FILE.md]"],
    options: { text: { type: "string" }, "new-title": { type: "boolean" } },
    run: async (context) => (await writing()).runCorrect(context),
  },
  withdraw: {
    arguments: ["SLUG"],
    options: { line: { type: "string" } },
    run: async (context) => (await writing()).runWithdraw(context),
  },
  revert: { arguments: ["SLUG", "VERSION"], run: async (context) => (await writing()).runRevert(context) },
  history: { arguments: ["SLUG"], run: async (context) => (await reading()).printHistory(context) },
  diff: {
    arguments: ["SLUG", "[VERSION]", "[VERSION]"],
    run: async (context) => (await reading()).printDiff(context),
  },
  pin: {
    arguments: ["SLUG"],
    options: { slot: { type: "string" }, until: { type: "string" } },
    run: async (context) => (await pins()).runPin(context),
  },
  unpin: { arguments: ["SLOT"], run: async (context) => (await pins()).runUnpin(context) },
  pins: { arguments: [], run: async (context) => (await pins()).printPins(context) },
  import: {
    arguments: ["FOLDER_OR_FILE"],
    options: { ...EXPORT_OPTIONS, "write-map": { type: "string" }, "dry-run": { type: "boolean" } },
    run: async (context) => (await imports()).importStories(context),
  },
  verify: {
    arguments: ["FILE"],
    options: { ...EXPORT_OPTIONS, url: { type: "string" } },
    run: async (context) => (await verification()).verifyStories(context),
  },
  export: { arguments: ["FOLDER"], run: async (context) => (await files()).exportFolder(context) },
};

/** Runs `npx broadsheet stories COMMAND`. */
export function runStoryCommand(args: string[], config: Config): Promise<number> {
  return runNewsroomCommand("stories", COMMANDS, args, config);
}
