import { type MarkdownToken, markdown, renderTokens } from "./dialect.ts";
import { getStoryBlock, type StoryBlock, toStoryTokens } from "./storyTokens.ts";

const { escapeHtml } = markdown.utils;

/**
 * Renders a story's Markdown as HTML. Raw HTML is escaped. Headings begin at level 2, below the headline. Some blocks
 * have special forms in stories:
 * - a link to a player on the web becomes a `data-embed` link, which the page turns into a button for the player,
 * - a link to a recording or a film in `media` becomes an audio or video player,
 * - an image with a title becomes a figure,
 * - a fenced block named "quote" becomes a pull quote,
 * - a table that exceeds the limits of size becomes its Markdown source.
 */
export function renderStory(body: string): string {
  const tokens = markdown.parse(body, {});
  for (const token of tokens) if (token.tag === "h1") token.tag = "h2";
  const lines = body.split("\n");
  let html = "";
  let run: MarkdownToken[] = [];
  for (const token of toStoryTokens(tokens)) {
    const block = getStoryBlock(token);
    if (!block) {
      run.push(token);
      continue;
    }
    html += renderTokens(run) + renderBlock(block, lines);
    run = [];
  }
  return html + renderTokens(run);
}

function renderBlock(block: StoryBlock, lines: readonly string[]): string {
  switch (block.kind) {
    case "figure":
      return renderFigure(block);
    case "player":
      return renderPlayer(block);
    case "pull_quote": {
      const quote = block.text.split("\n").map(escapeHtml).join("<br>\n");
      const caption = block.by ? `<figcaption>${escapeHtml(block.by)}</figcaption>` : "";
      return `<figure><blockquote><p>${quote}</p></blockquote>${caption}</figure>\n`;
    }
    case "wide_table":
      return `<pre><code>${escapeHtml(lines.slice(...block.lines).join("\n"))}</code></pre>\n`;
  }
}

function renderFigure({ image, caption }: Extract<StoryBlock, { kind: "figure" }>): string {
  image.attrs = image.attrs?.filter(([name]) => name !== "title") ?? null;
  const html = markdown.renderer.renderInline([image], markdown.options, {});
  return `<figure>${html}<figcaption>${escapeHtml(caption)}</figcaption></figure>\n`;
}

function renderPlayer({ href, title, player }: Extract<StoryBlock, { kind: "player" }>): string {
  if ("url" in player) {
    const text = title || `Play at ${new URL(player.url).hostname}`;
    return `<p><a href="${escapeHtml(player.url)}" data-embed="player">${escapeHtml(text)}</a></p>\n`;
  }
  // Prevents the browser from loading the file before the reader starts the player, to save data.
  return `<figure><${player.element} src="${escapeHtml(href)}" controls preload="none"></${player.element}><figcaption><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></figcaption></figure>\n`;
}
