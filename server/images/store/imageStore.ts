import type { LoadingObject } from "../../net/s3/s3Client.ts";
import type { ImageFile } from "../imageFiles.ts";

/** An image in all its sizes. */
interface ImageId {
  /** The image's key in our URLs. */
  key: string;
  /** Width of the original in pixels; null if it was never downloaded. */
  width: number | null;
}

/**
 * Stores converted images: on this machine's disk, or in S3-compatible storage with the disk as a cache. Methods throw
 * an `S3UnavailableError` while the storage cannot be reached.
 */
export interface ImageStore {
  /**
   * Copies an image's files from the disk, where the converter has written them, to the S3-compatible storage. Does
   * nothing if images are stored only on the disk.
   */
  put(image: ImageId): Promise<void>;
  /** Returns a file from this machine's disk; null if the file is not there. */
  read(file: ImageFile): Promise<Uint8Array | null>;
  /**
   * Returns a file that `read` did not find, as soon as it begins to arrive from the storage. Returns null if the
   * storage lacks the file, or if images are stored only on the disk.
   *
   * @throws {TooBusyError} if too many files are being loaded
   */
  load(file: ImageFile): Promise<Uint8Array | LoadingObject | null>;
  /** Deletes all files of an image. Deletes the files on this machine's disk even if S3 fails. */
  delete(image: ImageId): Promise<void>;
  /** Marks a file as recently used, so that it stays on the disk longer. */
  markUsed(file: ImageFile): void;
  /** Removes files beyond the disk budget. Called after an image and its size were recorded in the database. */
  enforceBudget(): void;
  /** Returns false while nothing can be stored. */
  isAvailable(): boolean;
  /** Returns `ok: false` if an operator must act; for `/readyz`. */
  check(): { ok: boolean; detail: string };
  close(): Promise<void>;
}
