import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { Block as BlockView } from "../../server/news/views.ts";
import { Hero } from "../home/Hero.tsx";
import { SectionNews } from "./SectionNews.tsx";

// States of editions without samples whose feeds have brought nothing.

const block: BlockView = {
  section: { slug: "local", name: "Local News", shortName: "Local", href: "/local", tone: "lake" },
  layout: "list",
  state: "samples",
  notice: "Using cached articles",
  stories: [],
};

const render = (element: ReactElement) => renderToStaticMarkup(createElement(MemoryRouter, null, element));

it("shows the empty message in place of the hero", () => {
  const message = "No featured articles available at this time.";
  const html = render(
    createElement(Hero, { hero: { state: "empty", message }, secondary: [], name: "The Harbor Post" }),
  );
  expect(html).toContain(`<p>${message}</p>`);
  expect(html).toContain("The Harbor Post</h1>");
});

it("shows the empty message on a section's page without stories, and no notice", () => {
  const html = render(createElement(SectionNews, { page: { title: "Local News", standIn: null, block } }));
  expect(html).toContain("<h2>No articles available</h2><p>Please check back later for new content.</p>");
  expect(html).not.toContain("Using cached articles");
});
