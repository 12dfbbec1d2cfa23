import { caniemail } from "caniemail";

/** What a program may not know although a mail has it, since the mail is whole without it. */
const EXTRAS = new Set([
  // The dark theme and the narrow screen: without them a mail is light, and its type a little larger than needed.
  "<style> element",
  "@media",
  "color-scheme CSS property",
  "color-scheme meta tag",
  "Class selector",
  "Attribute selector",
  "Descendant combinator",
  // Programs that put the mail into a page of their own drop its body; its colors stand on the tables, too.
  "<body> element",
  // For screen readers, where they are told.
  "role attribute",
  // The preheader; a program that shows it shows it in the color of the paper.
  "display:none",
]);

/** What Gmail, Outlook or Apple Mail do not know of a mail's HTML; none of it where all of them show it as it is meant. */
export function lintMail(html: string): string[] {
  const { issues } = caniemail({ clients: ["gmail.*", "outlook.*", "apple-mail.*"], html });
  const found = [...issues.errors].flatMap(([client, list]) =>
    list.filter(({ title }) => !EXTRAS.has(title)).map(({ title }) => `${title}: unknown to ${client}`),
  );
  const layout = /<(flex|grid|script|form|input|svg|video|iframe)\b|display:\s*(flex|grid)|position:/.exec(html);
  return [...new Set(found), ...(layout ? [`${layout[0]}: not for mails`] : [])];
}
