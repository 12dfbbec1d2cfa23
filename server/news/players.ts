import { decodeHTML } from "entities";
import { getServerTexts } from "../../core/language/catalogs.ts";
import { escapeHtml } from "../html/text.ts";

/** Provider names, by host suffix, of the embedded players that server/feeds/clean/cleanHtml.ts turns into links. */
const PROVIDERS: readonly [host: string, name: string][] = [
  ["youtube.com", "YouTube"],
  ["youtube-nocookie.com", "YouTube"],
  ["vimeo.com", "Vimeo"],
  ["soundcloud.com", "SoundCloud"],
  ["spotify.com", "Spotify"],
  ["bandcamp.com", "Bandcamp"],
  ["dailymotion.com", "Dailymotion"],
  ["apple.com", "Apple"],
  ["tiktok.com", "TikTok"],
  ["twitch.tv", "Twitch"],
];

const PLAYER = /<a href="([^"]*)"([^<>]*) data-embed="player">([^<]*)<\/a>/g;

/**
 * Labels the player links in a story's cleaned HTML with their title and provider. The page's script replaces a clicked
 * link with the player; without the script, the link opens the player.
 */
export function labelPlayers(html: string, language: string): string {
  const { news } = getServerTexts(language);
  return html.replace(PLAYER, (link, href: string, attributes: string, text: string) => {
    const url = URL.parse(decodeHTML(href));
    if (!url) return link;
    const { hostname } = url;
    const name = PROVIDERS.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1] ?? hostname;
    const label = decodeHTML(text);
    const title = escapeHtml(label === `Play at ${hostname}` ? news.playerFrom(name) : label);
    const provider = escapeHtml(name);
    return `<a href="${href}"${attributes} data-embed="player" data-title="${title}" data-provider="${provider}"><strong>${title}</strong> <span>${news.playAt(provider)}</span></a>`;
  });
}
