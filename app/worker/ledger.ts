import { isOff } from "./off.ts";

/**
 * What is kept beside the build's own files, in one cache, with a book about it: how large each thing is, when it was kept,
 * and whether the reader saved it. When all of it is more than its bound, the oldest goes that nobody saved.
 */

const CACHE = "kept";
/** No page has this address. */
const BOOK = "/.kept";
/** 50 MB, with the book itself and what a browser adds to each thing. */
const BOUND_BYTES = 49_000_000;
const BESIDE_BYTES = 1_000;

export interface Entry {
  bytes: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Of pages: the title. */
  title?: string;
  /** The build whose scripts and styles a page names. */
  build?: string;
  /** The saved story's page to which it belongs, which keeps it from being dropped. */
  savedBy?: string;
}

type Book = Record<string, Entry>;

let reading: Promise<Book> | undefined;

async function openBook(): Promise<Book> {
  reading ??= (async () => {
    // To open a cache would make one, also in a worker that was switched off.
    const written = await caches.match(BOOK, { cacheName: CACHE });
    return written ? ((await written.json()) as Book) : {};
  })();
  return reading;
}

async function write(book: Book): Promise<void> {
  if (isOff()) return void (await caches.delete(CACHE));
  const cache = await caches.open(CACHE);
  await cache.put(BOOK, new Response(JSON.stringify(book), { headers: { "content-type": "application/json" } }));
  // It was switched off meanwhile.
  if (isOff()) await caches.delete(CACHE);
}

export async function entryOf(path: string): Promise<Entry | undefined> {
  return (await openBook())[path];
}

/** The addresses under which something is kept, of those that begin alike. */
export async function pathsLike(beginning: string): Promise<string[]> {
  return Object.keys(await openBook()).filter((path) => path.startsWith(beginning));
}

/** What is kept under an address, whatever of it the answer was to vary by. */
export async function keptAt(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

/** Keeps an answer under its address from the first slash. What does not fit on the device is not kept. */
export async function keep(path: string, body: Blob, headers: HeadersInit, about: Omit<Entry, "bytes">): Promise<void> {
  if (isOff()) return;
  const book = await openBook();
  const savedBy = about.savedBy ?? book[path]?.savedBy;
  const entry: Entry = { ...about, ...(savedBy && { savedBy }), bytes: body.size + BESIDE_BYTES };
  try {
    await (await caches.open(CACHE)).put(path, new Response(body, { headers }));
    book[path] = entry;
    await dropBeyond(book, BOUND_BYTES);
    await write(book);
  } catch {
    await dropBeyond(book, (sizeOf(book) - entry.bytes) / 2);
    await write(book).catch(() => {});
  }
}

/** Marks what belongs to a saved story, so that it stays. */
export async function markSaved(path: string, savedBy: string): Promise<void> {
  const book = await openBook();
  const entry = book[path];
  if (!entry) return;
  book[path] = { ...entry, savedBy };
  await write(book);
}

/** What was kept for a story that is no longer saved, is kept no better than anything else. */
export async function unmarkSaved(page: string): Promise<void> {
  const book = await openBook();
  for (const [path, { savedBy, ...entry }] of Object.entries(book)) if (savedBy === page) book[path] = entry;
  await write(book);
}

/** Drops what satisfies a test. */
export async function drop(isGone: (entry: Entry, path: string) => boolean): Promise<void> {
  const book = await openBook();
  const cache = await caches.open(CACHE);
  for (const [path, entry] of Object.entries(book))
    if (isGone(entry, path)) {
      delete book[path];
      await cache.delete(path);
    }
  await write(book);
}

/**
 * Reads the book anew, and drops what is not in it: while a worker takes over from another, both write.
 */
export async function checkBook(): Promise<void> {
  reading = undefined;
  const book = await openBook();
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (pathname !== BOOK && !book[pathname + search]) await cache.delete(request);
  }
}

/** Drops everything, the book included. */
export async function dropAll(): Promise<void> {
  reading = undefined;
  await caches.delete(CACHE);
}

function sizeOf(book: Book): number {
  return Object.values(book).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function dropBeyond(book: Book, bound: number): Promise<void> {
  let size = sizeOf(book);
  if (size <= bound) return;
  const cache = await caches.open(CACHE);
  const oldest = Object.entries(book)
    .sort(([, a], [, b]) => a.at - b.at)
    .sort(([, a], [, b]) => Number(a.savedBy !== undefined) - Number(b.savedBy !== undefined));
  for (const [path, { bytes }] of oldest) {
    if (size <= bound) return;
    delete book[path];
    await cache.delete(path);
    size -= bytes;
  }
}
