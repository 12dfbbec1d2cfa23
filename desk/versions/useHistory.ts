import { useEffect, useEffectEvent, useState } from "react";
import type { HistoryEntry, StoryView } from "../../server/desk/api/apiTypes.ts";
import type { CopyContent } from "../../server/stories/copyContent.ts";
import { call } from "../api.ts";

export interface History {
  /** Newest first. */
  entries: HistoryEntry[];
  /** The story with its current text. */
  story: StoryView;
}

/** Reads the history of a story. `history` is null until it is read; `fault` is the reason of a failure, or "". */
export function useHistory(edition: string, id: number, flush: () => Promise<number>) {
  const [history, setHistory] = useState<History | null>(null);
  const [fault, setFault] = useState("");
  const param = { edition, id: String(id) };

  async function load() {
    // Ignores a failed save, since the saved texts can still be compared.
    await flush().catch(() => {});
    const [entries, story] = await Promise.all([
      call((api) => api[":edition"].stories[":id"].history.$get({ param })),
      call((api) => api[":edition"].stories[":id"].$get({ param })),
    ]);
    setHistory({ entries, story });
  }
  const open = useEffectEvent(() => load().catch((error: Error) => setFault(error.message)));
  useEffect(() => void open(), []);

  /** Replaces an entry, for example after it got a name. */
  function change(entry: HistoryEntry) {
    if (!history) return;
    setHistory({ ...history, entries: history.entries.map((other) => (isSameEntry(other, entry) ? entry : other)) });
  }

  return { history, fault, change };
}

export function isSameEntry(one: HistoryEntry, other: HistoryEntry): boolean {
  return one.kind === other.kind && one.number === other.number;
}

/** Reads the text of an entry. `content` is null until it is read, and after a failure. */
export function useEntryContent(edition: string, id: number, entry: HistoryEntry | undefined) {
  const [read, setRead] = useState<{ entry: HistoryEntry; content: CopyContent | null; fault: string } | null>(null);
  useEffect(() => {
    if (!entry) return;
    let isCurrent = true;
    const param = { edition, id: String(id), kind: entry.kind, number: String(entry.number) };
    call((api) => api[":edition"].stories[":id"].history[":kind"][":number"].$get({ param })).then(
      (content) => isCurrent && setRead({ entry, content, fault: "" }),
      (error: Error) => isCurrent && setRead({ entry, content: null, fault: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [edition, id, entry]);
  return read && entry && isSameEntry(read.entry, entry) ? read : { content: null, fault: "" };
}
