import { expect, it } from "vitest";
import { saveWithKills } from "../support/killedDesk.ts";
import { temporaryFolder } from "../support/site.ts";
import { storeUrlIn } from "../support/stores.ts";

const isLong = process.env.LONG_TESTS === "1";
const [EDITORS, SECONDS, KILLS] = isLong ? [20, 60, 8] : [6, 4, 2];

it(`loses and doubles no confirmed save of ${EDITORS} editors in ${KILLS} kills of the server`, async () => {
  const folder = await temporaryFolder();
  const storeUrl = storeUrlIn(folder.path);
  const saved = await saveWithKills({
    folder: folder.path,
    storeUrl,
    editors: EDITORS,
    rate: 10,
    seconds: SECONDS,
    kills: KILLS,
  });
  await folder.remove();
  expect(saved).toMatchObject({ lost: [], doubled: [], overwritten: [] });
  // Some requests got no response from a killed server.
  expect(saved.unanswered).toBeGreaterThan(0);
  expect(saved.confirmed).toBeGreaterThan(EDITORS * 2);
});
