import { getDeskTexts } from "../../core/language/catalogs.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { Edition } from "../editions/loading/load.ts";
import { EditorError } from "../editorError.ts";
import type { MailTransport } from "../mail/transport.ts";
import { listRoles, type Person } from "../store/people/people.ts";
import { addPerson, type NewPerson, type PeopleEditing, resetPerson } from "./people.ts";
import { createSignInLink } from "./signInLinks.ts";

/** Validity of a mailed sign-in link, in hours. */
export const MAILED_LINK_HOURS = 72;

/** Dependencies for mail from the desk to its people. */
export interface DeskMailing {
  /** Connection to the mail server; null if there is none. */
  transport: MailTransport | null;
  /** Editions of the server. Mails are sent from their newsrooms' addresses. */
  editions: readonly Edition[];
  /** Origin of the desk. */
  deskUrl: string;
}

/** An invited person, and how the sign-in link was delivered. */
export interface Invited {
  person: Person;
  /** Address to which the link, or the notice about the new role, was mailed; null if neither was mailed. */
  mailedTo: string | null;
  /** One-time link to give to the person; null if the link was mailed, or if the person can sign in without a link. */
  link: string | null;
  /** Error message if the server tried to send a mail and failed; otherwise null. */
  fault: string | null;
}

/**
 * Adds a person to an edition and mails a sign-in link. Returns the link instead if it cannot be mailed. A person who
 * already belongs to another edition gets only a notice.
 */
export async function invitePerson(
  editing: PeopleEditing,
  mailing: DeskMailing,
  { name, role, email }: NewPerson,
): Promise<Invited> {
  const { edition, texts, by } = getTexts(editing, mailing);
  const person = await addPerson(editing, { name, role, email });
  if ((await listRoles(editing.database, person.id)).size > 1) {
    const { subject, text } = texts.newRole;
    const paragraphs = [text(by, edition, texts.roles[role]), `${mailing.deskUrl}/`];
    const fault = await send(mailing, editing, person, subject(edition), paragraphs);
    return { person, mailedTo: null, link: null, fault };
  }
  const { subject, text, button, hint } = texts.invitation;
  return mailLink(editing, mailing, person, (link) => ({
    subject: subject(edition),
    paragraphs: [text(by, edition, texts.roles[role]), button, link, hint(MAILED_LINK_HOURS)],
  }));
}

/**
 * Ends the sessions and passkeys of a person, mails the person a notice, and creates a new link.
 *
 * @param isLinkMailed false to keep the link out of the mail, since others may read the person's mail
 * @throws {EditorError} if the person is the actor
 */
export async function recoverPerson(
  editing: PeopleEditing,
  mailing: DeskMailing,
  name: string,
  isLinkMailed: boolean,
): Promise<Invited> {
  const { edition, texts, by } = getTexts(editing, mailing);
  if (!editing.actor.isOperator && editing.actor.name === name)
    throw new EditorError(
      "Only another publisher or an operator can reset your sign-in. To leave a device, end its session.",
    );
  const person = await resetPerson(editing, name);
  const { subject, text, button, noLink, notYou } = texts.recovery;
  const start = text(by, edition);
  if (isLinkMailed)
    return mailLink(editing, mailing, person, (link) => ({
      subject,
      paragraphs: [start, button, link, texts.invitation.hint(MAILED_LINK_HOURS), notYou],
    }));
  const fault = await send(mailing, editing, person, subject, [start, noLink(by), notYou]);
  return { person, mailedTo: null, link: await createLink(editing, mailing, person), fault };
}

/** Mails a new sign-in link to a person. If this is impossible or fails, returns a new link to give to the person. */
async function mailLink(
  editing: PeopleEditing,
  mailing: DeskMailing,
  person: Person,
  compose: (link: string) => { subject: string; paragraphs: string[] },
): Promise<Invited> {
  let fault: string | null = null;
  if (person.email !== null && findSender(mailing, editing.edition)) {
    const { subject, paragraphs } = compose(await createLink(editing, mailing, person, MAILED_LINK_HOURS));
    fault = await send(mailing, editing, person, subject, paragraphs);
    if (fault === null) return { person, mailedTo: person.email, link: null, fault };
  }
  // Creates a link to give to the person, valid for fewer hours than a mailed link. If sending a mail failed, the new
  // link also replaces the link in that mail.
  return { person, mailedTo: null, link: await createLink(editing, mailing, person), fault };
}

async function createLink(editing: PeopleEditing, { deskUrl }: DeskMailing, { name }: Person, hours?: number) {
  return `${deskUrl}/link/${await createSignInLink(editing, name, hours)}`;
}

/**
 * Mails a person. Does nothing if the person has no mail address or the server can't send mail. Returns the error
 * message if the mail server did not accept the mail, and otherwise null.
 */
async function send(
  mailing: DeskMailing,
  editing: PeopleEditing,
  { name, email }: Person,
  subject: string,
  paragraphs: string[],
): Promise<string | null> {
  const sender = findSender(mailing, editing.edition);
  if (email === null || !sender) return null;
  const { texts } = getTexts(editing, mailing);
  try {
    await sender.transport.send({
      from: sender.from,
      to: { name, address: email },
      subject,
      text: `${[texts.greeting(name), ...paragraphs].join("\n\n")}\n`,
    });
    return null;
  } catch (error) {
    return toMessage(error);
  }
}

/**
 * Returns the mail transport and the sender: the edition's newsroom, or else another edition's. Returns undefined if
 * the server can't send mail.
 */
export function findSender({ transport, editions }: Pick<DeskMailing, "transport" | "editions">, editionId?: string) {
  const own = editions.find(({ id }) => id === editionId);
  const sender = [own, ...editions].find((edition) => edition?.newsroomEmail);
  if (!transport || !sender?.newsroomEmail) return undefined;
  return { transport, from: { name: sender.name, address: sender.newsroomEmail } };
}

function getTexts({ edition: id, actor }: PeopleEditing, { editions }: DeskMailing) {
  const edition = editions.find((known) => known.id === id);
  return { edition: edition?.name ?? id, texts: getDeskTexts(edition?.language ?? "en"), by: actor.name };
}
