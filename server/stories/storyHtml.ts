import { decodeHTML } from "entities";
import { markdown } from "../editions/pageText.ts";
import { getEmbed } from "../feeds/clean/embeds.ts";
import { escapeHtml } from "../html/text.ts";

/** A paragraph that is nothing but a link. */
const LONE_LINK = /<p><a href="([^"]+)">([^<]*)<\/a><\/p>/g;

/** A fenced block named "quote", whose last line may name the speaker. */
const PULL_QUOTE = /<pre><code class="language-quote">([\s\S]*?)<\/code><\/pre>/g;

/** An image with a caption that stands alone. */
const LONE_IMAGE = /<p>(<img src="[^"]*" alt="[^"]*") title="([^"]+)"( ?\/?>)<\/p>/g;

/**
 * Renders a story's Markdown as HTML. Raw HTML is escaped. Headings begin at level 2, below the headline. A link to a
 * video or a player that stands alone becomes the button that loads the player, an image with a title that stands alone
 * becomes a figure, and a fenced block named "quote" a pull quote.
 */
export function renderStory(body: string): string {
  return markdown
    .render(body)
    .replaceAll(/<(\/?)h1>/g, "<$1h2>")
    .replaceAll(LONE_IMAGE, "<figure>$1$3<figcaption>$2</figcaption></figure>")
    .replaceAll(PULL_QUOTE, (_, text: string) => {
      const lines = text.trim().split("\n");
      const by = /^(?:—|--) *(.+)$/.exec(lines.at(-1) ?? "")?.[1];
      const quote = (by ? lines.slice(0, -1) : lines).join("<br>\n");
      return `<figure><blockquote><p>${quote}</p></blockquote>${by ? `<figcaption>${by}</figcaption>` : ""}</figure>`;
    })
    .replaceAll(LONE_LINK, (paragraph, href: string, title: string) => {
      const embed = getEmbed({ src: decodeHTML(href), title: decodeHTML(title) }, null);
      if (!embed?.isPlayer) return paragraph;
      return `<p><a href="${escapeHtml(embed.url)}" data-embed="player">${escapeHtml(embed.text)}</a></p>`;
    });
}
