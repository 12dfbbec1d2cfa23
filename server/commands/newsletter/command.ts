import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import type { Database } from "../../store/schema.ts";

/** What a command about the briefing is given. */
export interface Given {
  /** What stands behind its name. */
  words: string[];
  options: Record<string, string | boolean | undefined>;
  edition: Edition;
  database: Database;
  config: Config;
  print: (line: string) => void;
  showProgress: (done: number, all: number) => void;
}
