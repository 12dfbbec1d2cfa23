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

/**
 * Pairs of a pattern and a player's address. The pattern matches addresses of pages with a video or a recording. `$1`
 * and `$2` in the player's address stand for the pattern's groups.
 */
const PAGES_WITH_PLAYERS: readonly [page: RegExp, player: string][] = [
  [
    /^https:\/\/(?:www\.)?vimeo\.com\/(?:channels\/[\w-]+\/)?(\d{3,12})\/?(?:[?#].*)?$/,
    "https://player.vimeo.com/video/$1",
  ],
  // Matches an unlisted video, which needs the key in its address.
  [
    /^https:\/\/(?:www\.)?vimeo\.com\/(\d{3,12})\/([\da-f]{6,20})\/?(?:[?#].*)?$/,
    "https://player.vimeo.com/video/$1?h=$2",
  ],
  [
    /^https:\/\/(?:(?:www\.)?dailymotion\.com\/video|dai\.ly)\/([a-z\d]{4,12})(?:[?#_].*)?$/i,
    "https://www.dailymotion.com/embed/video/$1",
  ],
  [
    /^https:\/\/(?:www\.)?tiktok\.com\/@[\w.-]+\/video\/(\d{5,25})\/?(?:[?#].*)?$/,
    "https://www.tiktok.com/embed/v2/$1",
  ],
  [
    /^https:\/\/open\.spotify\.com\/((?:episode|show|track|album|playlist)\/[A-Za-z\d]{10,30})\/?(?:[?#].*)?$/,
    "https://open.spotify.com/embed/$1",
  ],
];

/** Matches the parameter that has the start of a YouTube video, in seconds. */
const YOUTUBE_START = /[?&](?:t|start)=(\d{1,6})s?(?:&|$)/;

/** Returns the HTTPS URL of a known player, since HTTPS pages cannot load HTTP frames; null for other URLs. */
export function getPlayerUrl(url: string): string | null {
  const secure = url.replace(/^http:/, "https:");
  if (PLAYERS.test(secure)) return secure;
  const videoId = YOUTUBE_VIDEO.exec(secure)?.[1];
  if (videoId) {
    const start = YOUTUBE_START.exec(secure)?.[1];
    return `https://www.youtube.com/embed/${videoId}${start ? `?start=${start}` : ""}`;
  }
  const [page, player] = PAGES_WITH_PLAYERS.find(([pattern]) => pattern.test(secure)) ?? [];
  return page && player ? secure.replace(page, player) : null;
}
