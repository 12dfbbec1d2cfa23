import type { Copy, SaveAnswer } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import type { Device } from "./keptCopies.ts";

export interface Clock {
  /** Returns the time in ms since 1970. */
  now(): number;
  /** Calls `work` after a delay. Returns a function that cancels the call. */
  after(ms: number, work: () => void): () => void;
}

export interface SaveRequest {
  key: string;
  baseRevision: number;
  base?: CopyContent;
  content: CopyContent;
}

export type SavedCopy = Pick<Copy, "revision" | "content" | "savedAt">;

export interface SaverParts {
  /** Id of the record on the device. */
  id: string;
  copy: SavedCopy;
  clock: Clock;
  device: Device;
  /** @throws {RequestError} */
  send(request: SaveRequest): Promise<SaveAnswer>;
  createKey(): string;
  /** Returns the editor's text. */
  getBody(): string;
  /** Puts a merged text into the editor. */
  applyMerged(body: string): void;
}
