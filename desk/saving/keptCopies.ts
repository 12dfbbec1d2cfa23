import type { CopyContent } from "../../server/stories/copyContent.ts";

/** Content of a revision on the server. */
export interface Base {
  revision: number;
  content: CopyContent;
}

/** A request that is being sent, or that has no response yet. Retries send it unchanged. */
export interface Pending {
  key: string;
  content: CopyContent;
}

/** A window's state that the server has not confirmed. A window that opens the story later resumes from this state. */
export interface KeptCopy {
  id: string;
  /** Time at which the state was stored, in ms since 1970. */
  at: number;
  content: CopyContent;
  /** Revision on the server. The content is an edited copy of it. */
  base: Base;
  pending: Pending | null;
}

/** Storage on the device for changes that the server has not confirmed. */
export interface Device {
  /** @throws if the device can't store the copy, for example on a full disk */
  put(copy: KeptCopy): Promise<void>;
  remove(id: string): Promise<void>;
}
