import { decodeHTML } from "entities";
import { markdown } from "../editions/pageText.ts";
import { getEmbed } from "../feeds/clean/embeds.ts";
import { escapeHtml } from "../html/text.ts";

/** A paragraph that is nothing but a link. */
const LONE_LINK = /<p><a href="([^"]+)">([^<]*)<\/a><\/p>/g;

/**
 * Renders a story's Markdown as HTML. Raw HTML is escaped. Headings begin at level 2, below the headline. A link to a
 * video or a player that stands alone becomes the button that loads the player.
 */
export function renderStory(body: string): string {
  return markdown
    .render(body)
    .replaceAll(/<(\/?)h1>/g, "<$1h2>")
    .replaceAll(LONE_LINK, (paragraph, href: string, title: string) => {
      const embed = getEmbed({ src: decodeHTML(href), title: decodeHTML(title) }, null);
      if (!embed?.isPlayer) return paragraph;
      return `<p><a href="${escapeHtml(embed.url)}" data-embed="player">${escapeHtml(embed.text)}</a></p>`;
    });
}
