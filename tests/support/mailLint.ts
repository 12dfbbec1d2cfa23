import { caniemail } from "caniemail";

/** Features that mail programs may lack, since a mail is complete without them. */
const EXTRAS = new Set([
  // Needed only for dark mode and narrow screens.
  "<style> element",
  "@media",
  "color-scheme CSS property",
  "color-scheme meta tag",
  "Class selector",
  "Attribute selector",
  "Descendant combinator",
  // Web mail drops the body element. Its colors are also set on the tables.
  "<body> element",
  // Needed only by screen readers.
  "role attribute",
  // Hides the preheader. Where `display:none` has no effect, the preheader has the color of the background.
  "display:none",
]);

/** Returns the features of a mail's HTML that Gmail, Outlook or Apple Mail do not support. */
export function lintMail(html: string): string[] {
  const { issues } = caniemail({ clients: ["gmail.*", "outlook.*", "apple-mail.*"], html });
  const found = [...issues.errors].flatMap(([client, list]) =>
    list.filter(({ title }) => !EXTRAS.has(title)).map(({ title }) => `${title}: not supported by ${client}`),
  );
  const layout = /<(flex|grid|script|form|input|svg|video|iframe)\b|display:\s*(flex|grid)|position:/.exec(html);
  return [...new Set(found), ...(layout ? [`${layout[0]}: not for mails`] : [])];
}
