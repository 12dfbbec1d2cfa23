import type { IncomingMessage, ServerResponse } from "node:http";
import type { Station } from "../../radio/station.ts";
import type { StationView } from "../../radio/view.ts";

interface Question {
  request: IncomingMessage;
  response: ServerResponse;
  station: Station;
  tell(): StationView;
  /** Called when the asker has left. */
  leave(): void;
}

/** A proxy ends a connection on which nothing passes, often after a minute. */
const HEARTBEAT_MS = 25_000;

/** Says what is playing: once, as JSON; or now and at every change, as server-sent events. */
export function tellNow({ request, response, station, tell, leave }: Question): void {
  response.setHeader("vary", "accept");
  if (!request.headers.accept?.includes("text/event-stream"))
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(tell()));
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (request.method === "HEAD") {
    leave();
    return void response.end();
  }
  const send = () => void response.write(`data: ${JSON.stringify(tell())}\n\n`);
  response.write("retry: 3000\n\n");
  const release = station.need();
  const unwatch = station.board.watch(send, () => response.end());
  const beating = setInterval(() => response.write(":\n\n"), HEARTBEAT_MS);
  response.once("close", () => {
    clearInterval(beating);
    unwatch();
    release();
    leave();
  });
  send();
}
