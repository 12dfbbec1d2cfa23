/** Matches URLs of players. A player's frame becomes a button that loads the player. Any other frame becomes a link. */
const PLAYERS =
  /^https:\/\/(((www\.)?youtube(-nocookie)?\.com\/embed|player\.vimeo\.com\/video|w\.soundcloud\.com\/player|open\.spotify\.com\/embed(-podcast)?|(www\.)?bandcamp\.com\/EmbeddedPlayer|(www\.)?dailymotion\.com\/embed|geo\.dailymotion\.com\/player|(www\.)?tiktok\.com\/(embed|player)|clips\.twitch\.tv\/embed)(?![\w-])|(embed\.(podcasts|music)\.apple\.com|player\.twitch\.tv)\/)/;

/** Hosts of `PLAYERS`, which the Content-Security-Policy allows in frames. */
export const PLAYER_HOSTS = [
  ...["youtube.com", "www.youtube.com", "youtube-nocookie.com", "www.youtube-nocookie.com", "player.vimeo.com"],
  ...["w.soundcloud.com", "open.spotify.com", "bandcamp.com", "www.bandcamp.com", "dailymotion.com"],
  ...["www.dailymotion.com", "geo.dailymotion.com", "tiktok.com", "www.tiktok.com", "clips.twitch.tv"],
  ...["player.twitch.tv", "embed.podcasts.apple.com", "embed.music.apple.com"],
] as const;

/** Matches URLs of YouTube videos. YouTube's pages do not open in frames; its player does. */
const YOUTUBE_VIDEO =
  /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.)?youtube\.com\/(?:embed\/|v\/|shorts\/|live\/|watch\?(?:[^#]*&)?v=))([\w-]{6,20})(?![\w-])/;

/** Returns the HTTPS URL of a known player, since HTTPS pages cannot load HTTP frames; null for other URLs. */
export function getPlayerUrl(url: string): string | null {
  const secure = url.replace(/^http:/, "https:");
  if (PLAYERS.test(secure)) return secure;
  const videoId = YOUTUBE_VIDEO.exec(secure)?.[1];
  return videoId ? `https://www.youtube.com/embed/${videoId}` : null;
}
