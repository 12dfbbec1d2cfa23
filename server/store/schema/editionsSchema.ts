import type { Generated } from "kysely";

/** The tables of the editions that were pushed to the store. */
export interface EditionsTables {
  edition_versions: EditionVersionRow;
  edition_files: EditionFileRow;
  edition_contents: EditionContentRow;
}

/** A version of the editions: all files that were pushed together. */
interface EditionVersionRow {
  id: Generated<number>;
  /** Digest of all editions' files. */
  digest: string;
  pushed_at: string;
  /** 1 for the version that servers publish, 0 for all others. */
  is_current: number;
}

interface EditionFileRow {
  version_id: number;
  /** Path such as chicago/edition.yaml: the edition's id, a slash and the file's path in the edition's folder. */
  path: string;
  bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
}

/** A part of a file's content. Files of several versions may have the same content. */
interface EditionContentRow {
  /** SHA-256 of the whole content, in hexadecimal. */
  digest: string;
  /** Number of the part, from 0. */
  part: number;
  content: Uint8Array;
}
