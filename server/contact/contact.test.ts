import { expect, it } from "vitest";
import { TIP } from "../../tests/support/contactMessage.ts";
import { loadEditions } from "../editions/loading/load.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "../store/open.ts";
import { createContact, takesMessages } from "./contact.ts";

it("stores 500 messages of an edition in a day, however many clients send more", async () => {
  const database = await openDatabase("sqlite::memory:");
  const [edition] = await loadEditions("editions");
  if (!edition || !takesMessages(edition)) throw new Error("The edition has no contact form.");
  const contact = createContact({ database, log: createLog("silent") });
  const statuses = new Map<number, number>();
  for (let count = 0; count < 520; count++) {
    const request = new Request("https://site.example/contact", { method: "POST", body: new URLSearchParams(TIP) });
    const receipt = await contact.receive(request, edition, `10.0.${count >> 8}.${count & 255}`);
    const status = receipt.isAccepted ? 200 : receipt.status;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 500, 429: 20 });
  expect(await database.selectFrom("messages").select("id").execute()).toHaveLength(500);
  await database.destroy();
});
