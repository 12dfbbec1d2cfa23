/** The package itself has no types. */
declare module "subset-font" {
  interface Options {
    targetFormat: "woff2" | "truetype";
    /** A number sets an axis to one value; `min` and `max` limit the axis. */
    variationAxes: Record<string, number | { min: number; max: number }>;
    keepAllGlyphs?: boolean;
    keepFeatures?: readonly string[];
    noHinting?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}
