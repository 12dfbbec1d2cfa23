import type { LookFiles } from "./lookFiles.ts";
import type { Look } from "./lookSchema.ts";

/** An edition with its name as the masthead shows it. */
export interface NamedEdition {
  look: Look;
  lookFiles: LookFiles;
  nameplate: { first: string; second: string };
  language: string;
}

/** Assumed width of each letter of a nameplate, in em. This is enough even for wide typefaces. */
const LETTER_EM = 0.6;
/** Font size of the nameplate's first part on phones, relative to the second part. See Masthead.module.css. */
const FIRST_PART_EM = 0.62;
/** Height of a logo, in em: two lines on phones, one line elsewhere. See Nameplate.module.css. */
const LOGO_EM = { phone: 1.62, elsewhere: 1.1 };
/** Widest nameplate, in em, that fits between the masthead's buttons on phones. */
const MAX_PHONE_EM = 5.5;
/** Width, in px, that a nameplate cannot use on phones: the page's margins. */
const MARGINS_PX = 32;
/** Width, in px, that a nameplate cannot use on wider screens: the page's margins and the buttons. */
const SIDES_PX = 320;
/** Minimum width, in px, of the footer's column with the nameplate, on screens of 1024 px or more. */
const FOOTER_COLUMN_PX = 200;

/**
 * Returns CSS rules that limit a wide name or logo to the available width. On phones, the rules put a wide name or logo
 * in a row of its own below the buttons. In the footer, which is always dark, the rules select the logo for dark pages.
 */
export function getNameplateRules({ look, lookFiles, nameplate }: NamedEdition): string {
  const isLogo = look.nameplate.logo !== undefined;
  const { logoRatio = 1 } = lookFiles;
  const longest = (text: string) => Math.max(...text.split(/\s+/).map((word) => word.length));
  const letters = Math.max(longest(nameplate.second), FIRST_PART_EM * longest(nameplate.first));
  const width = isLogo ? LOGO_EM.phone * logoRatio : LETTER_EM * letters;
  const widthElsewhere = isLogo ? LOGO_EM.elsewhere * logoRatio : LETTER_EM * longest(nameplate.second);
  const rules = isLogo ? ["footer{--logo:var(--logo-on-dark)}"] : [];
  if (width > MAX_PHONE_EM)
    rules.push(
      `@media(max-width:767px){:root{--name-area:2/1/3/4;--name-size:${limitSize(`100vw - ${MARGINS_PX}px`, width)}}}`,
      `@media(min-width:768px){:root{--name-size:${limitSize(`100vw - ${SIDES_PX}px`, widthElsewhere)}}}`,
      `@media(min-width:1024px){footer{--name-size:${limitSize(`${FOOTER_COLUMN_PX}px`, widthElsewhere)}}}`,
    );
  return rules.join("");
}

/** Returns a CSS font size, at most 1em, at which a nameplate that is `em` wide fits into `length`. */
function limitSize(length: string, em: number): string {
  return `min(1em,(${length})/${Math.ceil(em * 10) / 10})`;
}
