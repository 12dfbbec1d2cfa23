import { handleRequests } from "../../isolation/handleRequests.ts";
import { type FeedSource, readFeed } from "./readFeed.ts";

handleRequests((source: FeedSource, body) => readFeed(body, source));
