import type { Config } from "../../config.ts";
import type { Edition } from "../../editions/load.ts";
import type { Database } from "../../store/schema.ts";
import type { Print, ShowProgress } from "../command.ts";

/** Input and services of a newsletter command. */
export interface CommandContext {
  /** Argument of the command; empty if it takes none. */
  argument: string;
  options: Record<string, string | boolean | undefined>;
  edition: Edition;
  database: Database;
  config: Config;
  print: Print;
  showProgress: ShowProgress;
}
