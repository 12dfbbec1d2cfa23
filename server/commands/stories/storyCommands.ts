import type { ParseArgsOptionsConfig } from "node:util";
import { BOOLEAN, STRING, STRINGS } from "../command.ts";
import type { NewsroomCommand } from "../newsroom/newsroomCommand.ts";

const writing = () => import("./writingCommands.ts");
const reading = () => import("./readingCommands.ts");
const pins = () => import("./pinCommands.ts");
const verification = () => import("./verifyCommand.ts");
const imports = () => import("./importCommand.ts");
const files = () => import("./folderCommands.ts");

/** Options of `import` and `verify` for reading an export. */
const EXPORT_OPTIONS: ParseArgsOptionsConfig = {
  section: STRINGS,
  map: STRING,
  default: STRING,
  media: STRINGS,
  site: STRING,
  permalinks: STRING,
  redirects: STRING,
  "no-pages": BOOLEAN,
};

/** Subcommands of `npx broadsheet stories`. */
export const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], options: { state: STRING }, run: async (context) => (await reading()).printStories(context) },
  show: { arguments: ["SLUG"], run: async (context) => (await reading()).printStory(context) },
  add: { arguments: ["FILE.md"], run: async (context) => (await writing()).runAdd(context) },
  update: {
    arguments: ["SLUG", "FILE.md"],
    options: { "new-title": BOOLEAN },
    run: async (context) => (await writing()).runUpdate(context),
  },
  delete: { arguments: ["SLUG"], run: async (context) => (await writing()).runDelete(context) },
  preview: {
    arguments: ["SLUG"],
    options: { until: STRING },
    run: async (context) => (await writing()).runPreview(context),
  },
  publish: { arguments: ["SLUG"], run: async (context) => (await writing()).runPublish(context) },
  schedule: { arguments: ["SLUG", "TIME", "[TIME…]"], run: async (context) => (await writing()).runSchedule(context) },
  correct: {
    arguments: ["SLUG", "[FILE.md]"],
    options: { text: STRING, "new-title": BOOLEAN },
    run: async (context) => (await writing()).runCorrect(context),
  },
  withdraw: {
    arguments: ["SLUG"],
    options: { line: STRING },
    run: async (context) => (await writing()).runWithdraw(context),
  },
  revert: { arguments: ["SLUG", "VERSION"], run: async (context) => (await writing()).runRevert(context) },
  history: { arguments: ["SLUG"], run: async (context) => (await reading()).printHistory(context) },
  diff: { arguments: ["SLUG", "[VERSION]", "[VERSION]"], run: async (context) => (await reading()).printDiff(context) },
  pin: {
    arguments: ["SLUG"],
    options: { slot: STRING, until: STRING },
    run: async (context) => (await pins()).runPin(context),
  },
  unpin: { arguments: ["SLOT"], run: async (context) => (await pins()).runUnpin(context) },
  pins: { arguments: [], run: async (context) => (await pins()).printPins(context) },
  import: {
    arguments: ["FOLDER_OR_FILE"],
    options: { ...EXPORT_OPTIONS, "write-map": STRING, "dry-run": BOOLEAN },
    run: async (context) => (await imports()).importStories(context),
  },
  verify: {
    arguments: ["FILE"],
    options: { ...EXPORT_OPTIONS, url: STRING },
    run: async (context) => (await verification()).verifyStories(context),
  },
  export: { arguments: ["FOLDER"], run: async (context) => (await files()).exportFolder(context) },
};
