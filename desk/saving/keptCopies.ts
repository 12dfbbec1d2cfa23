import type { CopyContent } from "../../server/stories/copyContent.ts";

/** Content that the server has under a revision. */
export interface Base {
  revision: number;
  content: CopyContent;
}

/** A request that was sent, or is about to be, and has no answer yet. It is repeated as it is. */
export interface Pending {
  key: string;
  content: CopyContent;
}

/** State of a window whose text the server has not confirmed. A window that opens later goes on from it. */
export interface KeptCopy {
  id: string;
  /** When it was kept, in ms since 1970. */
  at: number;
  content: CopyContent;
  /** Revision from which the content was made. */
  base: Base;
  pending: Pending | null;
}

/** Where a window keeps what the server has not confirmed. */
export interface Device {
  /** @throws if the device keeps nothing, such as for a full disk */
  put(copy: KeptCopy): Promise<void>;
  remove(id: string): Promise<void>;
}
