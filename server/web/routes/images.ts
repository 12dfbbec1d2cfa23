import type { Context, Hono } from "hono";
import type { ImageFormat } from "../../../core/imageSizes.ts";
import { TONES } from "../../../core/motifs.ts";
import { drawScenery, drawSkyline, findPalette, MOTIFS } from "../../../core/skyline.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { toDrawnLook } from "../../editions/look/drawnLook.ts";
import { getScenery } from "../../editions/look/scenery.ts";
import type { DrawnImages } from "../../images/drawn/drawnImages.ts";
import { drawSvgFavicon } from "../../images/drawn/emblemImages.ts";
import type { Images } from "../../images/images.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";
import { IMAGES_KEY } from "../responseHeaders.ts";

interface Parts {
  images: Images;
  drawnImages: DrawnImages;
  editionFor: (request: Request) => Edition;
}

/** Adds routes for stored images and for drawn images: skylines, book covers, social images and the favicon. */
export function addImageRoutes(app: Hono, { images, drawnImages, editionFor }: Parts): void {
  app.get("/pictures/:key{[\\w-]{16}}/:file{\\d{1,4}\\.(avif|webp)}", async (context) => {
    const { key, file } = context.req.param();
    const [width, format] = file.split(".") as [string, ImageFormat];
    const found = await images.get(key, Number(width), format);
    if (!found) return sendMissing(context);
    if (typeof found !== "string") {
      const isArriving = "content" in found;
      return context.body(isArriving ? found.content : (found as Uint8Array<ArrayBuffer>), 200, {
        "content-type": `image/${format}`,
        "cache-control": CACHE_POLICIES.immutable,
        "surrogate-key": IMAGES_KEY,
        ...(isArriving && found.size !== null && { "content-length": String(found.size) }),
      });
    }
    // Responds with a skyline in place of a photo that cannot be sent, so that no reader sees a broken image.
    const tone = TONES[key.charCodeAt(0) % TONES.length] ?? TONES[0];
    const skyline = drawScenery(key, tone, getScenery(editionFor(context.req.raw).look, tone) ?? {});
    if (found === "gone") return context.body(skyline, 200, { ...SVG, "cache-control": CACHE_POLICIES.standIn });
    return context.body(skyline, 503, { ...SVG, "cache-control": CACHE_POLICIES.never, "retry-after": "30" });
  });

  app.get("/pictures/*", sendMissing);

  // Cached pages still link to /skyline, the path in earlier versions.
  for (const folder of ["scenes", "skyline"])
    app.get(`/${folder}/:tone/:motif/:file{[^/]+\\.svg}`, (context) => sendSkyline(context, context.req.param()));
  app.get("/scenes/:tone/:motif/wide/:file{[^/]+\\.svg}", (context) =>
    sendSkyline(context, { ...context.req.param(), isWide: true }),
  );
  app.get("/skyline/:tone/:file{[^/]+\\.svg}", (context) =>
    sendSkyline(context, { ...context.req.param(), motif: "towers" }),
  );

  app.get("/covers/:file{.+\\.svg}", async (context) => {
    const cover = editionFor(context.req.raw).books?.covers.get(context.req.param("file").replace(/\.svg$/, ""));
    if (!cover) return context.notFound();
    const isCurrent = context.req.query("v") === cover.version;
    const cacheControl = isCurrent ? CACHE_POLICIES.immutable : CACHE_POLICIES.file;
    return context.body(await drawnImages.getBookCover(cover), 200, { ...SVG, "cache-control": cacheControl });
  });

  app.get("/cards/:version{[\\w-]+\\.jpg}", async (context) => {
    const version = context.req.param("version").replace(/\.jpg$/, "");
    const { bytes, isFinal } = await drawnImages.getEditionSocialImage(editionFor(context.req.raw), version);
    return context.body(bytes, 200, getJpegHeaders(isFinal));
  });

  app.get("/cards/:version/:file{.+\\.jpg}", async (context) => {
    const { version, file } = context.req.param();
    const slug = file.replace(/\.jpg$/, "");
    const image = await drawnImages.getStorySocialImage(editionFor(context.req.raw), slug, version);
    const headers = { ...getJpegHeaders(image?.isFinal ?? false), "surrogate-key": IMAGES_KEY };
    return image ? context.body(image.bytes, 200, headers) : context.notFound();
  });

  // Images in mails. Their URLs contain only the slug, so that the URLs work for years.
  app.get("/newsletter/pictures/:file{.+\\.jpg}", async (context) => {
    const slug = context.req.param("file").replace(/\.jpg$/, "");
    const image = await drawnImages.getMailImage(editionFor(context.req.raw), slug);
    if (!image) return context.notFound();
    const cacheControl = image.isFinal ? CACHE_POLICIES.day : CACHE_POLICIES.standIn;
    const headers = { "content-type": "image/jpeg", "cache-control": cacheControl, "surrogate-key": IMAGES_KEY };
    return context.body(image.bytes, 200, headers);
  });

  app.get("/favicon.svg", (context) => {
    const edition = editionFor(context.req.raw);
    const icon = drawSvgFavicon({ emblem: edition.emblem, look: toDrawnLook(edition) });
    return context.body(icon, 200, { ...SVG, "cache-control": CACHE_POLICIES.day });
  });

  app.get("/favicon.ico", async (context) => {
    const icon = await drawnImages.getFavicon(editionFor(context.req.raw));
    return context.body(icon, 200, { "content-type": "image/x-icon", "cache-control": CACHE_POLICIES.day });
  });
}

/** Responds with 404. Caches may store the response only briefly, since the image may arrive within a minute. */
async function sendMissing(context: Context): Promise<Response> {
  const response = await context.notFound();
  response.headers.set("cache-control", CACHE_POLICIES.standIn);
  return response;
}

const SVG = { "content-type": "image/svg+xml" };

function getJpegHeaders(isFinal: boolean) {
  return { "content-type": "image/jpeg", "cache-control": isFinal ? CACHE_POLICIES.immutable : CACHE_POLICIES.standIn };
}

interface SkylinePath {
  tone: string;
  motif: string;
  file: string;
  isWide?: boolean;
}

function sendSkyline(context: Context, { tone, motif: motifName, file, isWide = false }: SkylinePath) {
  const palette = findPalette(tone);
  const motif = MOTIFS.find((name) => name === motifName);
  if (!palette || !motif) return context.notFound();
  const svg = drawSkyline(file.replace(/\.svg$/, ""), palette, { motif, isWide });
  return context.body(svg, 200, { ...SVG, "cache-control": CACHE_POLICIES.immutable });
}
