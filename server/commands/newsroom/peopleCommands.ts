import { openTransport } from "../../mail/transport.ts";
import {
  type DeskMailing,
  type Invited,
  invitePerson,
  MAILED_LINK_HOURS,
  recoverPerson,
} from "../../people/invitations.ts";
import {
  addPerson,
  changeRole,
  endSessions,
  type PeopleEditing,
  parseRole,
  removePerson,
  setMailCodes,
} from "../../people/people.ts";
import { createSignInLink, LINK_HOURS } from "../../people/signInLinks.ts";
import { getDeskUrl } from "../../serviceUrls.ts";
import { listPeople } from "../../store/people/people.ts";
import { BOOLEAN, fail, print, printTable, STRING, type StoryContext, UsageError } from "../command.ts";
import type { NewsroomCommand } from "./newsroomCommand.ts";
import { printableTime } from "./timeOption.ts";

/** Subcommands of `npx broadsheet people`. */
export const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], run: list },
  add: { arguments: ["NAME"], options: { role: STRING, email: STRING, invite: BOOLEAN }, run: add },
  role: { arguments: ["NAME", "ROLE"], run: role },
  link: { arguments: ["NAME"], run: (context) => printLink(context, getName(context)) },
  "end-sessions": { arguments: ["NAME"], run: end },
  reset: { arguments: ["NAME"], run: reset },
  remove: { arguments: ["NAME"], run: remove },
  codes: { arguments: ["on|off"], run: codes },
};

async function list(context: StoryContext): Promise<number> {
  const { database, edition } = context;
  const people = await listPeople(database, edition.id);
  if (people.length === 0)
    print(`Nobody may sign in for ${edition.id}. people add NAME --role publisher adds a person.`);
  else
    printTable(
      ["name", "role", "mail address", "passkeys", "last seen"],
      people.map(({ name, role, email, passkeys, usedAt }) => {
        return [name, role, email ?? "-", String(passkeys), printableTime(context, usedAt)];
      }),
    );
  return 0;
}

async function add(context: StoryContext): Promise<number> {
  const { role, email = null, invite } = context.options;
  if (role === undefined) throw new UsageError("people add needs --role writer, editor or publisher.");
  if (invite && email === null) throw new UsageError("people add --invite needs --email ADDRESS.");
  const person = { name: getName(context), role: parseRole(role), email };
  if (invite) return withMailing(context, async (mailing) => invitePerson(toEditing(context), mailing, person));
  const { name } = await addPerson(toEditing(context), person);
  return printLink(context, name);
}

async function role(context: StoryContext): Promise<number> {
  const [name = "", role = ""] = context.arguments;
  await changeRole(toEditing(context), name, parseRole(role));
  print(`${name} is ${role} of ${context.edition.id}.`);
  return 0;
}

async function end(context: StoryContext): Promise<number> {
  const ended = await endSessions(toEditing(context), getName(context));
  print(`Ended ${ended} ${ended === 1 ? "session" : "sessions"}.`);
  return 0;
}

async function reset(context: StoryContext): Promise<number> {
  return withMailing(context, async (mailing) => {
    const invited = await recoverPerson(toEditing(context), mailing, getName(context), false);
    print(`All sessions and passkeys of ${invited.person.name} have ended.`);
    return invited;
  });
}

async function remove(context: StoryContext): Promise<number> {
  const name = getName(context);
  await removePerson(toEditing(context), name);
  print(`${name} can no longer sign in for ${context.edition.id}.`);
  return 0;
}

async function codes(context: StoryContext): Promise<number> {
  const [state] = context.arguments;
  if (state !== "on" && state !== "off") throw new UsageError("people codes takes on or off.");
  await setMailCodes(toEditing(context), state === "on");
  print(
    `People of ${context.edition.id} ${state === "on" ? "may" : "can't"} sign in by a code that is mailed to them.`,
  );
  return 0;
}

async function printLink(context: StoryContext, name: string): Promise<number> {
  const token = await createSignInLink(toEditing(context), name);
  printOwnLink(name, `${getDeskUrl(context.config)}/link/${token}`);
  return 0;
}

function printOwnLink(name: string, link: string): void {
  print(`${name} signs in once within ${LINK_HOURS} hours at ${link}`);
}

/**
 * Calls `work`, which mails a sign-in link to a person or creates a link. Prints how the person signs in. Returns 1 if
 * sending the mail failed, and otherwise 0.
 */
async function withMailing(
  { config, editions }: StoryContext,
  work: (mailing: DeskMailing) => Promise<Invited>,
): Promise<number> {
  const transport = openTransport({ smtpUrl: config.SMTP_URL, inbox: null });
  try {
    const { person, mailedTo, link, fault } = await work({ transport, editions, deskUrl: getDeskUrl(config) });
    if (mailedTo) print(`Mailed to ${mailedTo}: ${person.name} signs in once within ${MAILED_LINK_HOURS} hours.`);
    if (link) printOwnLink(person.name, link);
    if (!mailedTo && !link) print(`${person.name} signs in for another edition already, and now for this one, too.`);
    return fault === null ? 0 : fail(`The mail to ${person.email} was not sent: ${fault}`);
  } finally {
    transport?.close();
  }
}

function getName({ arguments: [name = ""] }: StoryContext): string {
  return name;
}

function toEditing({ database, edition, actor, now }: StoryContext): PeopleEditing {
  return { database, edition: edition.id, actor, now };
}
