import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { Block as BlockView } from "../../server/news/views.ts";
import { Hero } from "../home/Hero.tsx";
import { SectionNews } from "./SectionNews.tsx";

// A section whose feeds have delivered no story, in an edition without samples.

const block: BlockView = {
  section: { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" },
  layout: "list",
  state: "samples",
  notice: "Using cached articles",
  stories: [],
};

const render = (element: ReactElement) => renderToStaticMarkup(createElement(MemoryRouter, null, element));

it("shows the empty message in place of the hero", () => {
  const drawing = { slug: "harbor", section: block.section, image: null };
  const message = "No featured articles available at this time.";
  const html = render(
    createElement(Hero, { hero: { state: "empty", message, drawing }, secondary: [], name: "The Harbor Post" }),
  );
  expect(html).toMatch(/<img src="\/scenes\/[^"]*harbor[^"]*"/);
  expect(html).toMatch(new RegExp(`>The Harbor Post</h1><p [^>]*>${message}</p>`));
});

it("shows the empty message on a section's page without stories, and no notice", () => {
  const html = render(createElement(SectionNews, { page: { title: "Local News", standIn: null, block } }));
  expect(html).toContain("<h2>No articles available</h2><p>Please check back later for new content.</p>");
  expect(html).not.toContain("Using cached articles");
});

it("says that there are no stories yet on a section's page whose feeds have not failed", () => {
  const quiet = { ...block, noStories: "No stories yet" };
  const html = render(createElement(SectionNews, { page: { title: "Local News", standIn: null, block: quiet } }));
  expect(html).toContain("<h2>No stories yet</h2></div>");
});
