import { moveStore } from "../store/move.ts";
import { openDatabase } from "../store/open.ts";
import { InputError, print } from "./command.ts";

/**
 * `npx broadsheet move FROM TO`: copies a store to another database. Both are URLs as in DATABASE_URL. May be repeated
 * after it was interrupted.
 */
export async function moveDatabase(from: string, to: string): Promise<number> {
  if (from === to) throw new InputError("Both stores are the same.");
  await using source = await openDatabase(from);
  await using target = await openDatabase(to);
  await moveStore(source, target, (name, rows) => print(`${name}: ${rows}`));
  print("Moved: all rows are equal. Start the server with the new DATABASE_URL.");
  return 0;
}
