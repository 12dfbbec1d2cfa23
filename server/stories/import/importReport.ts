import { REMARK_KINDS, type Remark, type RemarkKind } from "./remarks.ts";

/** Maximum number of remarks of each kind in the summary. */
const EXAMPLES = 5;

export type ImportReport = ReturnType<typeof createReport>;

/** Creates the report of an import, which collects remarks and formats them. */
export function createReport() {
  const lines = new Map<RemarkKind, string[]>();
  const seen = new Set<string>();

  return {
    /** Adds a remark about a post or another item. Adds a remark about a shared image or file only once. */
    add(name: string, { kind, text }: Remark): void {
      if (kind === "image" || kind === "file") {
        if (seen.has(text)) return;
        seen.add(text);
      }
      lines.getOrInsertComputed(kind, () => []).push(`${name}: ${text.replace(/\.$/, "")}.`);
    },

    /** Returns the lines of the summary. @param path path of the file with all remarks; null for none */
    summarize(path: string | null): string[] {
      return listKinds().flatMap(({ title, remarks }) => {
        const more = remarks.length - EXAMPLES;
        const rest = more > 0 ? [`  … and ${more} more${path === null ? "" : ` in ${path}`}`] : [];
        return [`${title}: ${remarks.length}`, ...remarks.slice(0, EXAMPLES).map((line) => `  ${line}`), ...rest];
      });
    },

    /**
     * Returns the report with all remarks as Markdown.
     *
     * @param counts lines at the beginning
     * @param sections further sections at the end
     */
    format(counts: readonly string[], sections: readonly string[]): string {
      const parts = listKinds().map(({ title, remarks }) => {
        return `## ${title} (${remarks.length})\n\n${remarks.map((line) => `- ${line}`).join("\n")}`;
      });
      return `${["# Import", counts.map((line) => `- ${line}`).join("\n"), ...parts, ...sections].join("\n\n")}\n`;
    },
  };

  function listKinds(): { title: string; remarks: string[] }[] {
    const kinds = Object.keys(REMARK_KINDS) as RemarkKind[];
    return kinds.flatMap((kind) => {
      const remarks = lines.get(kind) ?? [];
      const title = REMARK_KINDS[kind];
      return remarks.length > 0 ? [{ title: title.charAt(0).toUpperCase() + title.slice(1), remarks }] : [];
    });
  }
}
