import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type DeskSite, startDeskSite } from "../support/desk.ts";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ mode: "serial" });
// The browser logs the responses to a passkey that the desk does not know, and to an old link.
test.use({ allowedErrors: /410|422/ });

let desk: DeskSite;

test.beforeAll(async () => {
  desk = await startDeskSite();
});
test.afterAll(() => desk?.stop());

for (const width of [390, 1280])
  test(`a person signs in by a link, adds a passkey and signs in with it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const name = `Ada Moss ${width}`;
    const authenticator = await page.context().newCDPSession(page);
    await authenticator.send("WebAuthn.enable");
    await authenticator.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });

    const link = await desk.addPerson(name, "writer");
    await page.goto(desk.url + link);
    await page.getByRole("button", { name: `Sign in as ${name}` }).click();
    await expect(page.getByRole("heading", { name })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByText("There are no stories in this list.")).toBeVisible();

    const file = join(desk.folder, `story-${width}.md`);
    await writeFile(file, `---\ntitle: The <ferry> returns ${width}\nsection: local\n---\n\nText.\n`);
    await desk.run("stories", "add", file, "--as", name);
    await page.reload();
    await expect(page.getByText(`The <ferry> returns ${width}`)).toBeVisible();
    await page.getByRole("link", { name: "Published" }).click();
    await expect(page.getByText("There are no stories in this list.")).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { name: "Stories of" })).toBeVisible();
    await page.getByRole("link", { name }).click();
    await expect(page.getByText("You have 1 passkey.")).toBeVisible();
    await expect(page.getByText("with a passkey, last used")).toBeVisible();

    // After a reset, neither the session nor the passkey works.
    await desk.run("people", "reset", name);
    await page.reload();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("The desk does not know this passkey.")).toBeVisible();
  });
