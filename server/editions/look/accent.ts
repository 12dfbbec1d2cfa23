import { z } from "zod";
import { adjustContrast, getContrast, toHex, toOklch } from "../../../core/color/oklch.ts";

/** An edition's accent color for each theme, such as "#c8102e". Each color is legible as text in its theme. */
export interface Accent {
  light: string;
  dark: string;
}

/** The accent of editions that set none. */
export const DEFAULT_ACCENT: Accent = { light: "#c8102e", dark: "#ff5468" };

/** Minimum contrast of small text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
/** Backgrounds of text in the accent color (app/styles/tokens.css): a page's own background, and its strongest tint. */
const ON_LIGHT = { surfaces: ["#ffffff", "#eceff1"], min: MIN_CONTRAST, toward: "darker" } as const;
const ON_DARK = { surfaces: ["#111416", "#191e21"], min: MIN_CONTRAST, toward: "lighter" } as const;
/** Lowest lightness and highest chroma (OKLCH) of a derived accent for dark pages: clearly a color, but not glaring. */
const DARK_ACCENT_BOUNDS = { lightness: 0.72, chroma: 0.19 };

/** Lowest chroma of an accent whose hue also tints other colors. Below it, the accent looks gray. */
const MIN_TINTED_CHROMA = 0.03;

export const hexColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'a color in quotes, such as "#0b6e4f"')
  .toLowerCase();

/** One color per theme, or one color from which the dark theme's color is derived. Undefined for the default colors. */
export const accentSchema = z
  .union(
    [
      hexColor,
      z.strictObject({
        light: hexColor.meta({ description: "Color on light pages.", examples: ["#0b6e4f"] }),
        dark: hexColor.meta({ description: "Color on dark pages.", examples: ["#4fd1a0"] }),
      }),
    ],
    'a color in quotes, such as "#0b6e4f", or { light: "#0b6e4f", dark: "#4fd1a0" }',
  )
  .transform((accent) => (typeof accent === "string" ? { light: accent, dark: deriveDarkAccent(accent) } : accent))
  .superRefine((accent, context) => {
    for (const [theme, on] of [
      ["light", ON_LIGHT],
      ["dark", ON_DARK],
    ] as const) {
      const nearest = adjustContrast(accent[theme], on);
      if (nearest === accent[theme]) continue;
      const contrast = Math.min(...on.surfaces.map((surface) => getContrast(accent[theme], surface)));
      context.addIssue({
        code: "custom",
        message: `a color with a contrast of ${MIN_CONTRAST}:1 on ${theme} surfaces, where ${accent[theme]} has ${contrast.toFixed(1)}:1; the nearest is "${nearest}"`,
      });
    }
  })
  .transform((accent): Accent | undefined => (isDefault(accent) ? undefined : accent));

/** Returns a look's accent, or the default accent. */
export function getAccent(look: { accent?: Accent | undefined } | undefined): Accent {
  return look?.accent ?? DEFAULT_ACCENT;
}

function isDefault({ light, dark }: Accent): boolean {
  return light === DEFAULT_ACCENT.light && dark === DEFAULT_ACCENT.dark;
}

/** Derives the accent for dark surfaces from the accent for light ones. Both have the same hue. */
function deriveDarkAccent(light: string): string {
  const { lightness, chroma, hue } = toOklch(light);
  const bright = {
    lightness: Math.max(lightness, DARK_ACCENT_BOUNDS.lightness),
    chroma: Math.min(chroma, DARK_ACCENT_BOUNDS.chroma),
    hue,
  };
  return adjustContrast(toHex(bright), ON_DARK);
}

/** Returns the colors that match an accent: washes, skeletons and footer in its hue, and red for errors. */
export function deriveTints({ light }: Accent) {
  const { hue, chroma } = toOklch(light);
  const isTinted = chroma >= MIN_TINTED_CHROMA;
  const tint = (lightness: number, most: number) => toHex({ lightness, chroma: isTinted ? most : 0, hue });
  return {
    "error-on-light": "#b3261e",
    "error-on-dark": "#ff8a80",
    "wash-on-light": tint(0.971, 0.008),
    "wash-on-dark": tint(0.23, 0.014),
    "skeleton-on-light": tint(0.945, 0.01),
    "skeleton-on-dark": tint(0.265, 0.016),
    "footer-on-light": tint(0.225, 0.04),
    "footer-on-dark": tint(0.145, 0.022),
    "footer-line": tint(0.35, 0.04),
  };
}
