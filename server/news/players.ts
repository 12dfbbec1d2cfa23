import { decodeHTML } from "entities";
import { escapeHtml } from "../html/text.ts";

/** The players that server/feeds/clean/cleanHtml.ts lets become a place to click, by the end of their host names. */
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

const PLAYER = /<a href="([^"]*)"([^>]*) data-embed="player">([^<]*)<\/a>/g;

/**
 * A story's cleaned text with its players named: each link says what it plays and whose player that is. The page's script
 * puts a player in its place once the reader wants it; without it, the link leads there.
 */
export function withNamedPlayers(html: string): string {
  return html.replace(PLAYER, (whole, href: string, attributes: string, text: string) => {
    const url = URL.parse(decodeHTML(href));
    if (!url) return whole;
    const { hostname } = url;
    const name = PROVIDERS.find(([host]) => hostname === host || hostname.endsWith(`.${host}`))?.[1] ?? hostname;
    const said = decodeHTML(text);
    const title = escapeHtml(said === `Play at ${hostname}` ? `Player from ${name}` : said);
    const provider = escapeHtml(name);
    return `<a href="${href}"${attributes} data-embed="player" data-title="${title}" data-provider="${provider}"><strong>${title}</strong> <span>Play at ${provider}</span></a>`;
  });
}
