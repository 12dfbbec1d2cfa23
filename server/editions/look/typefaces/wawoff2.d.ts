/** The package has no types. */
declare module "wawoff2/decompress.js" {
  /** Returns the TrueType or OpenType file in a WOFF2 file. @throws {Error} if it is not valid WOFF2 */
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
