/** Lists names in the desk's language: "Ben Cole and Ada Moss". */
export function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(document.documentElement.lang).format(names);
}
