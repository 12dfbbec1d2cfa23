import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";

export interface NowFollower {
  nowUrl: string;
  close(): void;
}

/** A server that refuses, having no room for one more, is asked again after so long. */
const REFUSED_MS = 30_000;

/** Is told what a station plays, now and at every change. A connection that breaks is made again by the browser. */
export function followNow(nowUrl: string, onNow: (now: NowPlaying) => void): NowFollower {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  open();
  return {
    nowUrl,
    close() {
      clearTimeout(timer);
      source?.close();
    },
  };

  function open() {
    source = new EventSource(nowUrl);
    source.onmessage = ({ data }) => onNow((JSON.parse(data) as StationView).now);
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, REFUSED_MS);
    };
  }
}

/** What a station plays at this moment; null where that cannot be learned. */
export async function askNow(nowUrl: string): Promise<NowPlaying | null> {
  try {
    const answer = await fetch(nowUrl, { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as StationView).now : null;
  } catch {
    return null;
  }
}
