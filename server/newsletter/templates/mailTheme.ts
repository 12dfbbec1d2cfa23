import type { CSSProperties } from "react";
import { getAccent } from "../../editions/look/accent.ts";
import type { Look } from "../../editions/look/lookSchema.ts";
import type { GenericFamily } from "../../editions/look/typefaces/measureTypeface.ts";
import {
  getGenericFamilies,
  getOwnTypefaces,
  type TypefaceRole,
  type Typefaces,
} from "../../editions/look/typefaces/typefaceSchema.ts";

/** Colors from app/styles/tokens.css. */
const INK = "#14171a";
const SOFT = "#59636c";
const RULE = "#14171a";
const LINE = "#d9dde0";
const PAPER = "#ffffff";

/** Typefaces, with fallbacks that mail programs have. */
const NEWSREADER = "Newsreader, Georgia, serif";
const SANS = "Helvetica, Arial, sans-serif";
const SHIPPED = { serif: NEWSREADER, "sans-serif": SANS } as const satisfies Record<GenericFamily, string>;
/** Replacements for an edition's own typefaces, which hardly any mail program would load. */
const OWN = { serif: "Georgia, serif", "sans-serif": SANS } as const satisfies Record<GenericFamily, string>;

/** Width of images in mails, in px: the space between the gutters. */
export const MAIL_IMAGE_WIDTH_PX = 552;

const text = (fontFamily: string, fontSize: number, lineHeight: number, color: string): CSSProperties => ({
  margin: 0,
  fontFamily,
  fontSize: `${fontSize}px`,
  lineHeight: `${lineHeight}px`,
  color,
});

/** Inline styles, since some mail programs ignore style sheets. */
export const mailTheme = {
  body: { backgroundColor: PAPER, margin: 0, padding: 0 },
  bodyCell: { margin: 0, padding: 0, backgroundColor: PAPER },
  container: { maxWidth: "600px", width: "100%", backgroundColor: PAPER },
  gutters: { padding: "0 24px" },
  dateline: { ...text(SANS, 13, 20, SOFT), textAlign: "center" },
  strongRule: { borderTop: `2px solid ${RULE}`, paddingTop: "22px" },
  fineRule: { borderTop: `1px solid ${LINE}`, paddingTop: "18px" },
  // The text properties style the alternative text. They do not come from `text()`, which would add a margin.
  image: {
    display: "block",
    border: "none",
    textDecoration: "none",
    width: "100%",
    height: "auto",
    fontFamily: NEWSREADER,
    fontSize: "16px",
    lineHeight: "22px",
    color: SOFT,
  },
  mark: { ...text(SANS, 13, 22, INK), paddingBottom: "4px" },
  markSpacer: { paddingTop: "10px" },
  markFrame: { display: "inline-block", border: "1px solid", padding: "1px 6px", fontWeight: 700 },
  kicker: { ...text(SANS, 13, 18, INK), fontWeight: 700, paddingLeft: "9px" },
  source: { ...text(SANS, 13, 18, SOFT), paddingTop: "5px" },
  story: { paddingTop: "14px", paddingBottom: "6px" },
  station: { ...text(SANS, 14, 22, INK), paddingTop: "8px" },
  footer: { ...text(SANS, 13, 20, SOFT), paddingBottom: "10px" },
  link: { color: INK, textDecoration: "none" },
  underlined: { color: INK, textDecoration: "underline" },
  spacer: { fontSize: "1px", lineHeight: "26px", height: "26px" },
  preheader: { display: "none", fontSize: "1px", lineHeight: "1px", color: PAPER },
} satisfies Record<string, CSSProperties>;

/** Styles that follow an edition's look. */
export type MailLook = ReturnType<typeof getMailLook>;

export function getMailLook(look: Look) {
  const { plate, headlines, body } = getFonts(look.typefaces);
  return {
    nameplate: { ...text(plate, 36, 40, INK), fontWeight: 400, padding: "28px 0 6px", textAlign: "center" },
    heroTitle: { ...text(headlines, 32, 36, INK), fontWeight: 600, paddingTop: "10px" },
    heroDeck: { ...text(body, 18, 26, SOFT), paddingTop: "8px" },
    headline: { ...text(headlines, 21, 26, INK), fontWeight: 600 },
    deck: { ...text(body, 16, 23, SOFT), paddingTop: "4px" },
    /** Name of a section, with a marker in the accent color beside it. */
    marked: { ...mailTheme.kicker, borderLeft: `4px solid ${getAccent(look).light}` },
  } satisfies Record<string, CSSProperties>;
}

/** Returns the fonts of the nameplate, of headlines and of text. */
function getFonts(typefaces: Typefaces): Record<"plate" | "headlines" | "body", string> {
  const own = getOwnTypefaces({ typefaces });
  const generics = getGenericFamilies(typefaces);
  const getFont = (role: TypefaceRole) => (own?.[role] ? OWN : SHIPPED)[generics[role]];
  const headlines = getFont("headlines");
  return { plate: own?.headlines ? headlines : NEWSREADER, headlines, body: getFont("text") };
}

/** Returns the style sheet for dark mode and narrow screens. Outlook marks its own dark mode with `data-ogsc`. */
export const getStyleSheet = (look: Look) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.paper { background-color: #111416 !important; }
.ink { color: #eceff1 !important; }
.soft { color: #9aa5ad !important; }
.rule { border-color: #c9d1d6 !important; }
.line { border-color: #2b3237 !important; }
.marker { border-color: ${getAccent(look).dark} !important; color: #eceff1 !important; }
}
[data-ogsc] .ink { color: #eceff1 !important; }
[data-ogsc] .soft { color: #9aa5ad !important; }
@media (max-width: 480px) {
.cell { padding-left: 16px !important; padding-right: 16px !important; }
.lead { font-size: 27px !important; line-height: 31px !important; }
.nameplate { font-size: 30px !important; line-height: 34px !important; }
}
`;
