import { isMainThread } from "node:worker_threads";

/** Ends a site's poll worker each time the worker starts. Loaded into the site's process with `node --import`. */
if (!isMainThread) process.exit(1);
