import { isMainThread } from "node:worker_threads";

// Preloaded into a site (`--import URL?lines=N`). On SIGUSR2, writes to the console as libraries and Node might: N long
// lines or, if N is 0, a reader's link and a password.
const TEXT = "/newsletter/unsubscribe/1-secret and smtp://user:hunter2@mail.example";
const lines = Number(new URL(import.meta.url).searchParams.get("lines") ?? 0);

if (isMainThread)
  process.on("SIGUSR2", () => {
    for (let number = 0; number < lines; number++) console.log(`line ${number} ${"x".repeat(8000)}`);
    if (lines > 0) return;
    for (const write of [console.log, console.info, console.warn, console.error, console.debug, console.trace])
      write("library: %s", TEXT);
    process.emitWarning(`warning: ${TEXT}`);
    Promise.reject(new Error(`rejection: ${TEXT}`));
  });
