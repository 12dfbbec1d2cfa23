import { handleRequests } from "../../isolation/handleRequests.ts";
import { type FeedSource, readFeed } from "./readFeed.ts";

export interface ParseRequest {
  body: Uint8Array;
  source: FeedSource;
}

handleRequests(({ body, source }: ParseRequest) => readFeed(body, source));
