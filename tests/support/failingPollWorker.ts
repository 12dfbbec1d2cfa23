import { isMainThread } from "node:worker_threads";

/** Ends the poll worker of a site's process each time it starts (`node --import`). */
if (!isMainThread) process.exit(1);
