import { join } from "node:path";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { NO_FEEDS, writeTestEdition } from "../../../tests/support/editions.ts";
import { writeMinimalEdition } from "../../../tests/support/minimalEdition.ts";
import { temporaryFolder } from "../../../tests/support/site.ts";
import { openEditions } from "./registry.ts";

it("publishes the files of the last change, although those of the one before take longer to read", async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const large = await writeTestEdition(join(folder.path, "large"), NO_FEEDS);
  const small = await writeMinimalEdition(join(folder.path, "small"), "https://wire.example/feed.xml");
  let current = small;
  let reload = async () => {};
  let onRead = () => {};
  const source = {
    getFolder() {
      onRead();
      return current;
    },
    watch(onChange: () => Promise<void>) {
      reload = onChange;
      return () => {};
    },
    isBehind: () => false,
  };
  const editions = await openEditions(source, undefined, null, pino({ level: "silent" }));
  const getNames = () => editions.all().map(({ name }) => name);
  const names = getNames();
  current = large;
  const reading = new Promise<void>((resolve) => {
    onRead = resolve;
  });
  const earlier = reload();
  await reading;
  current = small;
  await Promise.all([earlier, reload()]);
  expect(getNames()).toEqual(names);
});
