/** In pixels. What is no larger is there to be counted and not to be seen. */
const LARGEST_PIXEL = 3;

type Attributes = Record<string, string>;

/** Whether an `img` is too small to be seen, by its sizes or its style. */
export function isPixel(attributes: Attributes): boolean {
  const { width, height } = attributes;
  // Beside a real width, a height of nothing is a fault of who wrote it.
  const [one, other] = isTiny(width) ? [width, height] : [height, width];
  return (isTiny(one) && (!other?.trim() || isTiny(other))) || isHidden(attributes);
}

/** Whether an element's style hides it, or makes it a pixel. */
export function isHidden({ style }: Attributes): boolean {
  const rules = (style ?? "").toLowerCase().replace(/\s+/g, "").split(";");
  const isTinyRule = (name: string) =>
    rules.some((rule) => rule.startsWith(`${name}:`) && isTiny(rule.slice(name.length + 1).replace("!important", "")));
  return (
    rules.some((rule) => /^(display:none|visibility:hidden)(!important)?$/.test(rule)) ||
    (isTinyRule("width") && isTinyRule("height"))
  );
}

export function isTiny(size: string | undefined): boolean {
  const [, digits] = /^\s*(\d+(?:\.\d*)?)\s*(?:px)?\s*$/i.exec(size ?? "") ?? [];
  return digits !== undefined && Number(digits) <= LARGEST_PIXEL;
}
