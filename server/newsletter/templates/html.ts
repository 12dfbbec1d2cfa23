import { Body, Column, Container, Head, Heading, Html, Img, Link, Row, Text } from "@react-email/components";
import { render } from "@react-email/render";
import { createElement as h, type ReactNode } from "react";
import type { IssueEvent, IssueRadio, IssueSection, IssueStory } from "../content.ts";
import { type Letter, pictureAddressIn, storyAddressIn } from "./letter.ts";
import { DARK, look, PICTURE_WIDTH } from "./look.ts";

/**
 * The HTML part of a mail.
 *
 * The template stands with the server and not with the app: a mail is no page, and it is written by processes that have no
 * build of the app at hand. The server runs from its sources, so it is written without JSX.
 */
export async function renderHtml(letter: Letter): Promise<string> {
  const html = await render(h(Mail, letter));
  // Marks by which React finds its places again in a browser, and what mail programs decide themselves.
  return html.replace(/<!--(\/?\$|html|head|body)-->| data-id="__react-email-column"| target="_blank"/g, "");
}

function Mail(letter: Letter) {
  const { briefing, edition, day, title, links } = letter;
  return h(
    Html,
    { lang: edition.language },
    h(
      Head,
      null,
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("title", null, briefing.subject),
      h("style", null, DARK),
    ),
    h(
      Body,
      { style: look.body, className: "paper" },
      h("div", { style: look.hidden }, briefing.preheader),
      h(
        Container,
        { style: look.container, className: "paper" },
        h(Nameplate, { edition, site: links.site }),
        cell(h(Text, { style: look.dateline, className: "soft" }, `${title} for ${day}`)),
        ruled(h(Lead, { story: briefing.hero, site: links.site })),
        ...briefing.sections.map((section) => h(Stories, { key: section.slug, section, site: links.site })),
        briefing.events.length > 0 && h(Events, { events: briefing.events, site: links.site }),
        briefing.radio && h(Radio, { radio: briefing.radio, site: links.site }),
        h(Foot, letter),
      ),
    ),
  );
}

function Nameplate({ edition: { nameplate }, site }: { edition: Letter["edition"]; site: string }) {
  const words = [nameplate.first && `${nameplate.first} `, h("strong", { key: "second" }, nameplate.second)];
  return cell(
    h(
      Text,
      { style: look.nameplate, className: "ink nameplate" },
      h(Link, { href: `${site}/`, style: look.link, className: "ink" }, ...words),
    ),
  );
}

function Lead({ story, site }: { story: IssueStory; site: string }) {
  const href = storyAddressIn(site, story.slug);
  const src = pictureAddressIn(site, story.slug);
  return [
    story.pictureAlt !== null &&
      h(
        Link,
        { key: "picture", href, style: look.link },
        h(Img, { src, alt: story.pictureAlt, width: PICTURE_WIDTH, style: look.picture, className: "soft" }),
      ),
    story.pictureAlt !== null && h("div", { key: "gap", style: look.gap }, "\u00a0"),
    h(Text, { key: "section", style: look.marker, className: "marker" }, story.section),
    h(
      Heading,
      { key: "title", as: "h1", style: look.lead, className: "ink lead" },
      h(Link, { href, style: look.link, className: "ink" }, story.title),
    ),
    story.deck && h(Text, { key: "deck", style: look.leadDeck, className: "soft" }, story.deck),
    h(Text, { key: "source", style: look.source, className: "soft" }, story.source),
  ];
}

function Stories({ section: { slug, name, stories }, site }: { section: IssueSection; site: string }) {
  return lined(
    titled(name, `${site}/${slug}`),
    ...stories.map((story) =>
      item(
        headline(story.title, storyAddressIn(site, story.slug)),
        story.deck && h(Text, { style: look.deck, className: "soft" }, story.deck),
        h(Text, { style: look.source, className: "soft" }, story.source),
      ),
    ),
  );
}

function Events({ events, site }: { events: IssueEvent[]; site: string }) {
  return lined(
    titled("Events today"),
    ...events.map(({ title, time, place, href }) =>
      item(
        headline(title, site + href),
        h(Text, { style: look.source, className: "soft" }, [time, place].filter(Boolean).join(", ")),
      ),
    ),
  );
}

function Radio({ radio: { title, stations }, site }: { radio: IssueRadio; site: string }) {
  return lined(
    titled(title),
    ...stations.map(({ name, playing }) =>
      h(
        Text,
        { key: name, style: look.more, className: "ink" },
        h(Link, { href: `${site}/radio`, style: look.underlined, className: "ink" }, `Listen to ${name}`),
        playing && ` (${playing})`,
      ),
    ),
  );
}

function Foot({ edition, title, address, links }: Letter) {
  const link = (href: string, words: string) => h(Link, { href, style: look.underlined, className: "soft" }, words);
  const foot = (...words: ReactNode[]) => h(Text, { style: look.foot, className: "soft" }, ...words);
  return ruled(
    foot(`You get this mail because you asked for ${title} of ${edition.name} and confirmed it.`),
    foot(link(links.preferences, "Choose sections and days")),
    foot(link(links.unsubscribe, "Unsubscribe")),
    foot(link(links.archive, "Read this issue on the web")),
    foot(address.join(", ")),
  );
}

function titled(name: string, href?: string) {
  const words = href ? h(Link, { href, style: look.link, className: "ink" }, name) : name;
  return h(Heading, { key: name, as: "h2", style: look.marker, className: "marker" }, words);
}

function headline(title: string, href: string) {
  const link = h(Link, { href, style: look.link, className: "ink" }, title);
  return h(Heading, { as: "h3", style: look.headline, className: "ink" }, link);
}

/** One of several under a title. */
function item(...children: ReactNode[]) {
  return h(Row, null, h(Column, { style: look.story }, ...children));
}

/** A part of the mail, between the gutters. */
function cell(...children: ReactNode[]) {
  return h(Row, null, h(Column, { style: look.cell, className: "cell" }, ...children));
}

/** The same under a strong rule, or under a fine one, with air before it. */
const ruled = (...children: ReactNode[]) => under(look.rule, "rule", children);
const lined = (...children: ReactNode[]) => under(look.line, "line", children);

function under(style: typeof look.rule, className: string, children: ReactNode[]) {
  return cell(h("div", { style: look.gap }, "\u00a0"), h(Row, null, h(Column, { style, className }, ...children)));
}
