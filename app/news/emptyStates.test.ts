import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { Block as BlockView } from "../../server/news/views.ts";
import { Block } from "./Block.tsx";
import { Hero } from "./Hero.tsx";
import { SectionNews } from "./SectionNews.tsx";

/**
 * What readers are told where there is nothing to show. Every edition brings samples, so that no site gets there: the
 * sentences are looked at here.
 */

const block: BlockView = {
  section: { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" },
  layout: "list",
  state: "samples",
  notice: "Using cached articles",
  stories: [],
};

const show = (element: ReactElement) => renderToStaticMarkup(createElement(MemoryRouter, null, element));

it("says so in place of the story that leads", () => {
  const message = "No featured articles available at this time.";
  const html = show(createElement(Hero, { hero: { state: "empty", message }, name: "The Harbor Post" }));
  expect(html).toContain(`<p>${message}</p>`);
  expect(html).toContain("The Harbor Post</h1>");
});

it("says so in a block, without a notice of what is not there", () => {
  const html = show(createElement(Block, { block, mirror: null }));
  expect(html).toContain("Failed to load articles. Please try again later.");
  expect(html).not.toContain("Using cached articles");
});

it("says so on a section's own page", () => {
  const html = show(createElement(SectionNews, { page: { title: "Local News", block } }));
  expect(html).toContain("<h2>No articles available</h2><p>Please check back later for new content.</p>");
  expect(html).not.toContain("Using cached articles");
});
