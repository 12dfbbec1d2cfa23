/** The front page as the specification describes it: an empty page whose script loads the feeds through a relay. */
import "@fontsource-variable/libre-franklin/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "../../app/styles/fonts.css";
import "../../app/styles/tokens.css";
import "../../app/styles/base.css";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Block } from "../../app/home/Block.tsx";
import { Hero } from "../../app/home/Hero.tsx";
import { SiteFrame } from "../../app/layout/SiteFrame.tsx";
import type { PublicEdition, SectionLink } from "../../server/editions/derived/publicEdition.ts";
import type { Story } from "../../server/news/views.ts";

/** A relay's response: the feed in a JSON wrapper. */
interface RelayResponse {
  contents: string;
}

declare const BASELINE: { edition: PublicEdition; feeds: Record<string, string> };

function parseStories(xml: string, section: SectionLink): Story[] {
  const items = [...new DOMParser().parseFromString(xml, "text/xml").querySelectorAll("item")];
  return items.slice(0, 5).map((item) => {
    const text = (name: string) => item.querySelector(name)?.textContent ?? "";
    // Uses the URL of the item's photo as the slug. The page requests a drawing for this slug, and the server in
    // bench/clientRendered.ts responds with the photo.
    const slug = item.querySelector("enclosure")?.getAttribute("url") ?? "";
    return {
      slug,
      section,
      title: text("title"),
      deck: text("description"),
      image: null,
      author: text("author"),
      date: { instant: null, text: text("pubDate") },
      source: null,
      furtherSources: [],
    };
  });
}

function Home() {
  const { edition } = BASELINE;
  const [stories, setStories] = useState(new Map<string, Story[]>());
  useEffect(() => {
    for (const section of edition.sections)
      void fetch(`/relay?url=${encodeURIComponent(BASELINE.feeds[section.slug] ?? "")}`)
        .then((response) => response.json() as Promise<RelayResponse>)
        .then(({ contents }) =>
          setStories((known) => new Map(known).set(section.slug, parseStories(contents, section))),
        );
  }, []);
  const [lead] = stories.get(edition.sections[0]?.slug ?? "") ?? [];
  return (
    <SiteFrame alerts={[]} edition={edition}>
      <Hero
        hero={
          lead
            ? { state: "loaded", story: lead, label: "Breaking News", readTime: "5 min read", notice: null }
            : { state: "loading" }
        }
        secondary={[]}
        name={edition.name}
      />
      {edition.sections.map((section, index) => (
        <Block
          key={section.slug}
          block={{
            section,
            notice: null,
            layout: index % 3 === 0 ? "featured" : "list",
            state: stories.has(section.slug) ? "fresh" : "loading",
            stories: stories.get(section.slug) ?? [],
          }}
          mirror={undefined}
        />
      ))}
    </SiteFrame>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(
  <RouterProvider router={createBrowserRouter([{ path: "*", Component: Home }])} />,
);
