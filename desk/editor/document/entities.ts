const template = globalThis.document?.createElement("template");

/**
 * Decodes a named character reference such as `&eacute;` with the browser's own table. Replaces the package `entities`
 * in the desk's build, whose table would be an eighth of the editor's size.
 *
 * @param reference from "&" to ";"; an unknown one is returned unchanged
 */
export function decodeHTMLStrict(reference: string): string {
  template.innerHTML = reference;
  const text = template.content.textContent;
  // HTML decodes the "&copy" in "&copyx;" without a semicolon, so that the ";" remains: the reference is unknown.
  return text.endsWith(";") && reference !== "&semi;" ? reference : text;
}
