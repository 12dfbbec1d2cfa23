import { type Attributes, toAbsoluteUrl } from "./urls.ts";

/** Players, whose frames become buttons that load them. All other frames become links. */
const PLAYERS =
  /^https:\/\/(((www\.)?youtube(-nocookie)?\.com\/embed|player\.vimeo\.com\/video|w\.soundcloud\.com\/player|open\.spotify\.com\/embed(-podcast)?|(www\.)?bandcamp\.com\/EmbeddedPlayer|(www\.)?dailymotion\.com\/embed|geo\.dailymotion\.com\/player|(www\.)?tiktok\.com\/(embed|player)|clips\.twitch\.tv\/embed)(?![\w-])|(embed\.(podcasts|music)\.apple\.com|player\.twitch\.tv)\/)/;

/** The hosts of those players, which the Content-Security-Policy allows in frames. */
export const PLAYER_HOSTS = [
  ...["youtube.com", "www.youtube.com", "youtube-nocookie.com", "www.youtube-nocookie.com", "player.vimeo.com"],
  ...["w.soundcloud.com", "open.spotify.com", "bandcamp.com", "www.bandcamp.com", "dailymotion.com"],
  ...["www.dailymotion.com", "geo.dailymotion.com", "tiktok.com", "www.tiktok.com", "clips.twitch.tv"],
  ...["player.twitch.tv", "embed.podcasts.apple.com", "embed.music.apple.com"],
] as const;

/** URLs of YouTube videos. Their pages do not open in frames; the player does. */
const YOUTUBE_VIDEO =
  /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.)?youtube\.com\/(?:embed\/|v\/|shorts\/|live\/|watch\?(?:[^#]*&)?v=))([\w-]{6,20})(?![\w-])/;

/** Attributes from which lazy-loading scripts set `src`. */
const LAZY_ATTRIBUTES = ["data-src", "data-lazy-src", "data-litespeed-src"];

/** Returns the link that replaces a frame, or null if its attributes have no URL. */
export function getEmbed(attributes: Attributes, base: string | null) {
  const url = ["src", ...LAZY_ATTRIBUTES]
    .map((name) => toAbsoluteUrl(attributes[name], base))
    .find((address) => address && /^https?:/.test(address));
  if (!url) return null;
  const player = getPlayerUrl(url);
  const { hostname } = new URL(player ?? url);
  return {
    url: player ?? url,
    text: attributes.title || (player ? `Play at ${hostname}` : hostname),
    isPlayer: player !== null,
  };
}

/** Returns the HTTPS URL of a known player; pages served by HTTPS could not load another. Null for other frames. */
function getPlayerUrl(url: string): string | null {
  const secure = url.replace(/^http:/, "https:");
  if (PLAYERS.test(secure)) return secure;
  const videoId = YOUTUBE_VIDEO.exec(secure)?.[1];
  return videoId ? `https://www.youtube.com/embed/${videoId}` : null;
}
