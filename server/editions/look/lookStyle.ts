import { hash } from "node:crypto";
import { isRightToLeft } from "../../../core/language/languages.ts";
import { deriveTints, getAccent } from "./accent.ts";
import type { LookFiles } from "./lookFiles.ts";
import type { Look } from "./lookSchema.ts";
import { getNameplateRules, type NamedEdition } from "./nameplateStyle.ts";
import { getTypefaceRules } from "./typefaces/typefaceStyle.ts";

interface LookStyle {
  /** Style sheet in the head of every page, after the style sheets of app/styles. */
  css: string;
  /** CSP source of the style sheet, such as `'sha256-…'`. */
  source: string;
}

export interface StyledEdition {
  look: Look;
  lookFiles: LookFiles;
}

/** Mirrors, for right-to-left languages, what CSS logical properties do not mirror: page arrows, clipped bylines. */
const RIGHT_TO_LEFT = "a[rel=prev] svg,a[rel=next] svg{scale:-1 1}:root{--byline-clip:-22px 0 -22px -22px}";

const styles = new WeakMap<Look, LookStyle>();

/** Returns the style sheet of an edition. It overrides the custom properties of app/styles/tokens.css. */
export function getLookStyle(edition: NamedEdition): LookStyle {
  const { look, lookFiles } = edition;
  return styles.getOrInsertComputed(look, () => {
    const css = `html:root{${Object.entries(getProperties(look, lookFiles))
      .map(([name, value]) => `--${name}:${value}`)
      .join(
        ";",
      )}}${getTypefaceRules({ typefaces: look.typefaces, files: lookFiles.typefaces })}${getNameplateRules(edition)}${isRightToLeft(edition.language) ? RIGHT_TO_LEFT : ""}`;
    return { css, source: `'sha256-${hash("sha256", css, "base64")}'` };
  });
}

function getProperties(look: Look, { logoRatio }: LookFiles): Record<string, string | number> {
  const { light, dark } = getAccent(look);
  const { logo, weights } = look.nameplate;
  const [first, second] = weights ?? [];
  return {
    "accent-on-light": light,
    "accent-on-dark": dark,
    ...(look.accent && deriveTints(look.accent)),
    ...(first && { "nameplate-first": first }),
    ...(second && { "nameplate-second": second }),
    ...Object.fromEntries(Object.entries(look.palettes).map(([tone, [sky]]) => [`sky-${tone}`, sky])),
    ...(logo && {
      "logo-on-light": `url(/media/${logo.light})`,
      "logo-on-dark": `url(/media/${logo.dark})`,
      "logo-ratio": logoRatio ?? 1,
    }),
  };
}
