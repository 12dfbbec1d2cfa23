import type { Generated } from "kysely";

/** The tables of the editions that were pushed to the store. */
export interface EditionsTables {
  edition_versions: EditionVersionRow;
  edition_files: EditionFileRow;
  edition_contents: EditionContentRow;
}

/** A version of the editions' files, which were pushed together. */
interface EditionVersionRow {
  id: Generated<number>;
  /** Digest of all editions. */
  digest: string;
  pushed_at: string;
  /** 1 for the one version that servers publish. */
  is_current: number;
}

interface EditionFileRow {
  version_id: number;
  /** The edition's id, a slash and the path in its folder. */
  path: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
}

/** A part of a file's content, which several versions may share. */
interface EditionContentRow {
  /** SHA-256 of the whole content. */
  digest: string;
  /** Number of the part, from 0. */
  part: number;
  content: Uint8Array;
}
