import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { toMessage } from "../../core/toMessage.ts";
import type { Config } from "../config.ts";
import { openTransport } from "../mail/transport.ts";
import { fail, InputError, print } from "./command.ts";
import { listFailures } from "./doctor/readyz.ts";

const stateSchema = z.object({
  /** Messages about the checks that failed at the last run; empty if all passed. */
  failures: z.array(z.string()),
  /** True if an alarm about the failures was mailed. */
  isMailed: z.boolean(),
});

/**
 * `npx broadsheet alarm ADDRESS`: mails the failed checks of `/readyz` after two runs in a row with failures, so a
 * restart raises no alarm. Mails again when all checks pass. Works while the server is down, since this process sends
 * the mail.
 *
 * @throws {InputError} if there is no mail server
 */
export async function runAlarm(address: string, config: Config): Promise<number> {
  const transport = openTransport({ smtpUrl: config.SMTP_URL, inbox: null });
  if (!transport) throw new InputError("SMTP_URL is not set: an alarm needs a mail server.");
  const failures = await listFailures(config);
  const before = await readState(config);
  const isFailing = failures.length > 0;
  const mustMail = isFailing ? before.failures.length > 0 && !before.isMailed : before.isMailed;
  const site = config.SITE_URL ?? "the site";
  try {
    if (mustMail)
      await transport.send({
        from: address,
        to: address,
        subject: isFailing ? `Broadsheet: ${site} needs an operator` : `Broadsheet: ${site} works again`,
        text: isFailing
          ? `${failures.join("\n")}\n\nOn the machine, broadsheet doctor says what to do.\n`
          : "All checks of /readyz pass.\n",
      });
  } catch (error) {
    return fail(`The alarm was not mailed to ${address}: ${toMessage(error)}`);
  } finally {
    transport.close();
  }
  await writeState(config, { failures, isMailed: isFailing && (mustMail || before.isMailed) });
  for (const failure of failures) print(failure);
  if (!isFailing) print("All checks pass.");
  if (mustMail) print(`Mailed to ${address}.`);
  else if (isFailing) print("Not mailed this time.");
  return 0;
}

/** Returns the path of the state file, which is in RUNTIME_DIRECTORY if systemd sets it, otherwise in DATA_DIR. */
function getStatePath({ DATA_DIR }: Config): string {
  return join(process.env.RUNTIME_DIRECTORY || DATA_DIR, "alarm.json");
}

async function readState(config: Config): Promise<z.infer<typeof stateSchema>> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(getStatePath(config), "utf8")));
  } catch {
    return { failures: [], isMailed: false };
  }
}

async function writeState(config: Config, state: z.infer<typeof stateSchema>): Promise<void> {
  const path = getStatePath(config);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, JSON.stringify(state));
}
