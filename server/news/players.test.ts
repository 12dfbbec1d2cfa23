import { expect, it } from "vitest";
import { labelPlayers } from "./players.ts";

const link = (href: string, text: string) => `<a href="${href}" rel="noopener" data-embed="player">${text}</a>`;

it.each([
  ["a known provider", "https://www.youtube.com/embed/x", "YouTube"],
  ["a subdomain", "https://w.soundcloud.com/player?a=1&amp;b=2", "SoundCloud"],
  ["an unknown hostname", "https://notyoutube.com/x", "notyoutube.com"],
])("labels a player of %s", (_name, href, provider) => {
  expect(labelPlayers(link(href, "The &lt;show&gt;"), "en")).toBe(
    `<a href="${href}" rel="noopener" data-embed="player" data-title="The &lt;show&gt;" data-provider="${provider}"><strong>The &lt;show&gt;</strong> <span>Play at ${provider}</span></a>`,
  );
});

it("names the provider if the feed gives the player no title", () => {
  expect(labelPlayers(link("https://vimeo.com/1", "Play at vimeo.com"), "en")).toContain(
    'data-title="Player from Vimeo"',
  );
});

it("leaves other links unchanged", () => {
  const html = '<a href="https://youtube.com/x">Video</a>';
  expect(labelPlayers(html, "en")).toBe(html);
});
