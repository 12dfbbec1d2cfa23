import { Hono } from "hono";
import { z } from "zod";
import { describeHeadline, getMarkedTitle } from "../../../core/byline.ts";
import { getSiteTexts } from "../../../core/language/catalogs.ts";
import { toLocalDate } from "../../calendars/eventDates.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { EditorError } from "../../editorError.ts";
import { toUnpublishedStory } from "../../news/previewPage.ts";
import type { SectionStory } from "../../news/sectionNews.ts";
import { hasBriefing } from "../../newsletter/briefedEdition.ts";
import type { RenderedIssue } from "../../newsletter/templates/issueMessage.ts";
import { renderStoryMail } from "../../newsletter/templates/storyMail.ts";
import { readWorkingCopy } from "../../stories/copies/workingCopy.ts";
import { composeCopy, createCopyPreview } from "../../stories/previews.ts";
import { requireStoryById } from "../../stories/storyEditing.ts";
import { requireMayRead } from "../../stories/storyRights.ts";
import type { Desk } from "../deskContext.ts";
import { waitForImages } from "../publicImages.ts";
import type { PreviewTexts } from "./apiTypes.ts";
import { type EditionEnv, json } from "./route.ts";
import { readStoryId } from "./storyId.ts";

const HOUR_MS = 3_600_000;

/** Content security policy of the mail's HTML: its own styles, the desk's images, and no script. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin";
const JPEG = { "content-type": "image/jpeg" };

/** Routes that show how a story's working copy will look. */
export function createPreviewApi(desk: Desk) {
  const { database, site } = desk;

  async function readCopy({ edition, editing }: EditionEnv["Variables"], id: number): Promise<SectionStory> {
    const story = await requireStoryById(database, edition.id, id);
    await requireMayRead(database, editing.actor, story);
    const shown = toUnpublishedStory(edition, await composeCopy(database, edition, story, editing.now));
    if (!shown) throw new EditorError("This edition has no section.");
    return shown;
  }

  async function readMail(variables: EditionEnv["Variables"], id: number): Promise<RenderedIssue | null> {
    const { edition, editing } = variables;
    if (!hasBriefing(edition)) return null;
    const date = toLocalDate(editing.now, edition.timeZone);
    return renderStoryMail(edition, { story: await readCopy(variables, id), siteUrl: desk.getSiteUrl(edition), date });
  }

  return new Hono<EditionEnv>()
    .post("/stories/:id/preview", json(z.object({ hours: z.int().min(1).max(720) })), async (context) => {
      const { edition, editing } = context.var;
      const until = new Date(Date.parse(editing.now) + context.req.valid("json").hours * HOUR_MS).toISOString();
      const id = readStoryId(context);
      const { path, expiresAt } = await createCopyPreview(editing, id, until);
      const { content } = await readWorkingCopy(database, await requireStoryById(database, edition.id, id));
      await waitForImages(database, content, desk.wakeImages);
      return context.json({ url: desk.getSiteUrl(edition) + path, expiresAt });
    })
    .get("/stories/:id/preview/texts", async (context) => {
      const id = readStoryId(context);
      const story = await readCopy(context.var, id);
      const mail = await readMail(context.var, id);
      const { edition } = context.var;
      const card = toCard(story, edition, desk.getSiteUrl(edition));
      const texts: PreviewTexts = { mail: mail && { subject: mail.subject, text: mail.text }, card };
      return context.json(texts);
    })
    .get("/stories/:id/preview/mail", async (context) => {
      const id = readStoryId(context);
      const mail = await readMail(context.var, id);
      if (!mail) throw new EditorError("This edition sends no briefing.");
      return context.html(toShownMail(mail.html, `${context.req.path}/image`), 200, {
        "content-security-policy": MAIL_POLICY,
      });
    })
    .get("/stories/:id/preview/mail/image", async (context) => {
      const story = await readCopy(context.var, readStoryId(context));
      const { bytes } = await site.drawMailImage(story.slug, story);
      return context.body(bytes, 200, JPEG);
    })
    .get("/stories/:id/preview/card", async (context) => {
      const story = await readCopy(context.var, readStoryId(context));
      const { bytes } = await site.drawSocialImage(context.get("edition"), story.slug, story);
      return context.body(bytes, 200, JPEG);
    });
}

function toCard(story: SectionStory, { name, language }: Edition, siteUrl: string): PreviewTexts["card"] {
  return {
    title: getMarkedTitle(story),
    description: story.deck || describeHeadline(story, name, getSiteTexts(language)),
    host: new URL(siteUrl).hostname,
  };
}

/** Removes a mail's links, and points its images at the desk, since the public image does not exist yet. */
function toShownMail(html: string, image: string): string {
  return html.replaceAll(/ href="[^"]*"/g, "").replaceAll(/ src="[^"]*"/g, ` src="${image}"`);
}
