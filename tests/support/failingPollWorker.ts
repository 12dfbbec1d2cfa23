import { isMainThread } from "node:worker_threads";

/** Ends the poll worker of a site's process whenever it starts (`node --import`). */
if (!isMainThread) process.exit(1);
