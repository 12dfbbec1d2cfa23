import { articlePath } from "../../core/addresses.ts";
import type { Config } from "../config.ts";
import type { Edition } from "../editions/loading/load.ts";
import { getPublicUrl, LOOPBACK } from "../editions/schema/address.ts";
import type { DrawnImages } from "../images/drawn/drawnImages.ts";
import { getLocalUrl, UNIX } from "../net/localUrl.ts";
import { createSiteReader } from "../stories/verify/siteReader.ts";

/** Longest wait for a page of the own site, in ms. */
const TIMEOUT_MS = 5000;

interface Parts {
  config: Pick<Config, "HOST" | "DESK_URL">;
  /** Returns the port of the public listener. */
  getPort: () => number;
  images: Pick<DrawnImages, "drawSocialImage" | "drawMailImage">;
}

/** The public site, as the desk shows and reads it. */
export type PublicSite = ReturnType<typeof createPublicSite>;

export function createPublicSite({ config, getPort, images }: Parts) {
  /** Returns the address under which the desk's browsers reach an edition, without a slash at the end. */
  function getUrl(edition: Edition): string {
    if (edition.url !== undefined) return edition.url;
    // Without an address of its own, the desk is used on this machine.
    return config.DESK_URL === undefined ? getLocalAddress(edition) : getPublicUrl(edition);
  }

  function getLocalAddress({ hosts, default: isDefault }: Edition): string {
    const host = isDefault ? "localhost" : (hosts.find((name) => LOOPBACK.test(name)) ?? hosts[0] ?? "localhost");
    return `http://${host}:${getPort()}`;
  }

  /** Returns a client of this process's public listener. */
  function createLocalReader({ hosts, default: isDefault }: Edition) {
    const url = getLocalUrl({ HOST: config.HOST, PORT: getPort() });
    const host = isDefault ? "localhost" : (hosts[0] ?? "localhost");
    return url.startsWith(UNIX)
      ? createSiteReader("http://localhost", host, url.slice(UNIX.length), TIMEOUT_MS)
      : createSiteReader(url, host, null, TIMEOUT_MS);
  }

  return {
    ...images,
    getUrl,
    getStoryUrl: (edition: Edition, slug: string): string => getUrl(edition) + articlePath(slug),
    /**
     * Requests a page as readers get it: at the edition's public address, through all caches, or else from this process, if
     * that address can't be reached from here.
     *
     * @throws {EditorError} if neither responds
     */
    async readPage(edition: Edition, path: string): Promise<{ status: number; body: string }> {
      const { url } = edition;
      const fromHere = () => createLocalReader(edition).read(path);
      if (url === undefined || LOOPBACK.test(new URL(url).hostname)) return fromHere();
      return createSiteReader(url, null, null, TIMEOUT_MS).read(path).catch(fromHere);
    },
    /** Returns the status at which a path of the site ends after its redirects. */
    async findStatus(edition: Edition, path: string): Promise<number> {
      return (await createLocalReader(edition).findDestination(path)).status;
    },
  };
}
