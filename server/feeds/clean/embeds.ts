import { absoluteAddress } from "./urls.ts";

/** Players whose frames become a place to click; all other frames become links. */
const PLAYERS =
  /^https:\/\/(((www\.)?youtube(-nocookie)?\.com\/embed|player\.vimeo\.com\/video|w\.soundcloud\.com\/player|open\.spotify\.com\/embed(-podcast)?|(www\.)?bandcamp\.com\/EmbeddedPlayer|(www\.)?dailymotion\.com\/embed|geo\.dailymotion\.com\/player|(www\.)?tiktok\.com\/(embed|player)|clips\.twitch\.tv\/embed)(?![\w-])|(embed\.(podcasts|music)\.apple\.com|player\.twitch\.tv)\/)/;

/** The hosts of those players: what pages may open in frames (server/web/security.ts). */
export const PLAYER_HOSTS = [
  ...["youtube.com", "www.youtube.com", "youtube-nocookie.com", "www.youtube-nocookie.com", "player.vimeo.com"],
  ...["w.soundcloud.com", "open.spotify.com", "bandcamp.com", "www.bandcamp.com", "dailymotion.com"],
  ...["www.dailymotion.com", "geo.dailymotion.com", "tiktok.com", "www.tiktok.com", "clips.twitch.tv"],
  ...["player.twitch.tv", "embed.podcasts.apple.com", "embed.music.apple.com"],
] as const;

/** Other addresses of a film at YouTube; its page does not open in a frame, its player does. */
const YOUTUBE =
  /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.)?youtube\.com\/(?:embed\/|v\/|shorts\/|live\/|watch\?(?:[^#]*&)?v=))([\w-]{6,20})(?![\w-])/;

/** Where scripts find the address of a frame that is not loaded yet. */
const LAZY_NAMES = ["data-src", "data-lazy-src", "data-litespeed-src"];

/** What is put in place of a frame. */
export interface Embed {
  url: string;
  text: string;
  isPlayer: boolean;
}

/** What a frame leads to; null where it leads nowhere. */
export function embedOf(attributes: Record<string, string>, base: string | null): Embed | null {
  const addresses = [attributes.src, ...LAZY_NAMES.map((name) => attributes[name])];
  const address = addresses
    .map((one) => absoluteAddress(one, base))
    .find((one) => one !== null && /^https?:/.test(one));
  if (!address) return null;
  const player = playerOf(address);
  const { hostname } = new URL(player ?? address);
  return {
    url: player ?? address,
    text: attributes.title || (player ? `Play at ${hostname}` : hostname),
    isPlayer: player !== null,
  };
}

/** Every player that is known is there by https too; from a page that is, no other would load. */
function playerOf(address: string): string | null {
  const secure = address.replace(/^http:/, "https:");
  if (PLAYERS.test(secure)) return secure;
  const film = YOUTUBE.exec(secure)?.[1];
  return film ? `https://www.youtube.com/embed/${film}` : null;
}
