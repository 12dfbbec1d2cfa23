const template = globalThis.document?.createElement("template");

/**
 * Decodes a named character reference such as `&eacute;` with the browser's own table. Replaces the package `entities`
 * in the desk's build, since the package's table would be an eighth of the editor's size.
 *
 * @param reference from "&" to ";"; an unknown reference is returned unchanged
 */
export function decodeHTMLStrict(reference: string): string {
  template.innerHTML = reference;
  const text = template.content.textContent;
  // In an unknown reference such as "&copyx;", HTML decodes the known part "&copy", so the result still ends in ";".
  return text.endsWith(";") && reference !== "&semi;" ? reference : text;
}
