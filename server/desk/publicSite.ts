import { articlePath } from "../../core/addresses.ts";
import type { Config } from "../config.ts";
import type { Edition } from "../editions/loading/load.ts";
import { LOOPBACK } from "../editions/schema/address.ts";
import type { DrawnImages } from "../images/drawn/drawnImages.ts";
import { getLocalUrl, UNIX } from "../net/localUrl.ts";
import { createSiteReader } from "../stories/verify/siteReader.ts";

/** Longest wait for a page of this site, in ms. */
const TIMEOUT_MS = 5000;

interface Parts {
  config: Pick<Config, "HOST" | "PORT">;
  /** Returns the address of an edition's site, without a slash at the end. */
  getUrl: (edition: Edition) => string;
  images: Pick<DrawnImages, "drawSocialImage" | "drawMailImage">;
}

/** The public site, for the desk's previews and checks. */
export type PublicSite = ReturnType<typeof createPublicSite>;

export function createPublicSite({ config, getUrl, images }: Parts) {
  /** Returns a client of this process's public listener. */
  function createLocalReader(edition: Edition) {
    const url = getLocalUrl(config);
    // The host includes the port, since the cache has separate entries for each host and port.
    const { host } = new URL(getUrl(edition));
    return url.startsWith(UNIX)
      ? createSiteReader("http://localhost", host, url.slice(UNIX.length), TIMEOUT_MS)
      : createSiteReader(url, host, null, TIMEOUT_MS);
  }

  return {
    ...images,
    getStoryUrl: (edition: Edition, slug: string): string => getUrl(edition) + articlePath(slug),
    /**
     * Requests a page as readers get it: at the edition's public address, through all caches. If that address can't be
     * reached from here, requests the page from this process.
     *
     * @throws {EditorError} if neither address responds
     */
    async readPage(edition: Edition, path: string): Promise<{ status: number; body: string }> {
      const { url } = edition;
      const fromHere = () => createLocalReader(edition).read(path);
      if (url === undefined || LOOPBACK.test(new URL(url).hostname)) return fromHere();
      return createSiteReader(url, null, null, TIMEOUT_MS).read(path).catch(fromHere);
    },
    /** Returns the status of the last response for a path of the site, after all redirects. */
    async findStatus(edition: Edition, path: string): Promise<number> {
      return (await createLocalReader(edition).findDestination(path)).status;
    },
  };
}
