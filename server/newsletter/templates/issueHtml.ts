import { Body, Column, Container, Head, Heading, Html, Img, Link, Row, Text } from "@react-email/components";
import { render } from "@react-email/render";
import { type CSSProperties, createElement as h, type ReactNode } from "react";
import type { IssueEvent, IssueRadio, IssueSection, IssueStory } from "../content.ts";
import { IMAGE_WIDTH, mailTheme, STYLE_SHEET } from "./mailTheme.ts";
import { getImageUrl, getStoryUrl, type IssueMessage } from "./message.ts";

/**
 * Renders the HTML part of a mail. The template is on the server's side and without JSX, because commands render mails
 * without a build of the app, and Node strips types but does not transform JSX.
 */
export async function renderHtml(message: IssueMessage): Promise<string> {
  const html = await render(h(Mail, message));
  // Removes React's hydration markers, and attributes that mail programs set themselves.
  return html.replace(/<!--(\/?\$|html|head|body)-->| data-id="__react-email-column"| target="_blank"/g, "");
}

function Mail(message: IssueMessage) {
  const { briefing, edition, day, title, links } = message;
  const { site } = links;
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
      h("style", null, STYLE_SHEET),
    ),
    h(
      Body,
      { style: mailTheme.body, className: "paper" },
      h("div", { style: mailTheme.preheader }, briefing.preheader),
      h(
        Container,
        { style: mailTheme.container, className: "paper" },
        h(Nameplate, { edition, site }),
        withGutters(h(Text, { style: mailTheme.dateline, className: "soft" }, `${title} for ${day}`)),
        underStrongRule(h(Hero, { story: briefing.hero, site })),
        ...briefing.sections.map((section) => h(Section, { key: section.slug, section, site })),
        briefing.events.length > 0 && h(Events, { events: briefing.events, site }),
        briefing.radio && h(Radio, { radio: briefing.radio, site }),
        h(Footer, message),
      ),
    ),
  );
}

function Nameplate({ edition: { nameplate }, site }: { edition: IssueMessage["edition"]; site: string }) {
  const words = [nameplate.first && `${nameplate.first} `, h("strong", { key: "second" }, nameplate.second)];
  return withGutters(
    h(
      Text,
      { style: mailTheme.nameplate, className: "ink nameplate" },
      h(Link, { href: `${site}/`, style: mailTheme.link, className: "ink" }, ...words),
    ),
  );
}

function Hero({ story, site }: { story: IssueStory; site: string }) {
  const href = getStoryUrl(site, story.slug);
  const src = getImageUrl(site, story.slug);
  return [
    story.pictureAlt !== null &&
      h(
        Link,
        { key: "picture", href, style: mailTheme.link },
        h(Img, { src, alt: story.pictureAlt, width: IMAGE_WIDTH, style: mailTheme.image, className: "soft" }),
      ),
    story.pictureAlt !== null && h("div", { key: "gap", style: mailTheme.spacer }, "\u00a0"),
    h(Text, { key: "section", style: mailTheme.kicker, className: "marker" }, story.section),
    h(
      Heading,
      { key: "title", as: "h1", style: mailTheme.heroTitle, className: "ink lead" },
      h(Link, { href, style: mailTheme.link, className: "ink" }, story.title),
    ),
    story.deck && h(Text, { key: "deck", style: mailTheme.heroDeck, className: "soft" }, story.deck),
    h(Text, { key: "source", style: mailTheme.source, className: "soft" }, story.source),
  ];
}

function Section({ section: { slug, name, stories }, site }: { section: IssueSection; site: string }) {
  return underFineRule(
    sectionTitle(name, `${site}/${slug}`),
    ...stories.map((story) =>
      item(
        headline(story.title, getStoryUrl(site, story.slug)),
        story.deck && h(Text, { style: mailTheme.deck, className: "soft" }, story.deck),
        h(Text, { style: mailTheme.source, className: "soft" }, story.source),
      ),
    ),
  );
}

function Events({ events, site }: { events: IssueEvent[]; site: string }) {
  return underFineRule(
    sectionTitle("Events today"),
    ...events.map(({ title, time, place, href }) =>
      item(
        headline(title, site + href),
        h(Text, { style: mailTheme.source, className: "soft" }, [time, place].filter(Boolean).join(", ")),
      ),
    ),
  );
}

function Radio({ radio: { title, stations }, site }: { radio: IssueRadio; site: string }) {
  return underFineRule(
    sectionTitle(title),
    ...stations.map(({ name, playing }) =>
      h(
        Text,
        { key: name, style: mailTheme.station, className: "ink" },
        h(Link, { href: `${site}/radio`, style: mailTheme.underlined, className: "ink" }, `Listen to ${name}`),
        playing && ` (${playing})`,
      ),
    ),
  );
}

function Footer({ edition, title, postalAddress, links }: IssueMessage) {
  const link = (href: string, text: string) => h(Link, { href, style: mailTheme.underlined, className: "soft" }, text);
  const line = (text: ReactNode) => h(Text, { style: mailTheme.footer, className: "soft" }, text);
  return underStrongRule(
    line(`You get this mail because you asked for ${title} of ${edition.name} and confirmed it.`),
    line(link(links.preferences, "Choose sections and days")),
    line(link(links.unsubscribe, "Unsubscribe")),
    line(link(links.archive, "Read this issue on the web")),
    line(postalAddress.join(", ")),
  );
}

function sectionTitle(name: string, href?: string) {
  const text = href ? h(Link, { href, style: mailTheme.link, className: "ink" }, name) : name;
  return h(Heading, { key: name, as: "h2", style: mailTheme.kicker, className: "marker" }, text);
}

function headline(title: string, href: string) {
  const link = h(Link, { href, style: mailTheme.link, className: "ink" }, title);
  return h(Heading, { as: "h3", style: mailTheme.headline, className: "ink" }, link);
}

function item(...children: ReactNode[]) {
  return h(Row, null, h(Column, { style: mailTheme.story }, ...children));
}

function withGutters(...children: ReactNode[]) {
  return h(Row, null, h(Column, { style: mailTheme.gutters, className: "cell" }, ...children));
}

const underStrongRule = (...children: ReactNode[]) => underRule(mailTheme.strongRule, "rule", children);
const underFineRule = (...children: ReactNode[]) => underRule(mailTheme.fineRule, "line", children);

function underRule(style: CSSProperties, className: string, children: ReactNode[]) {
  const spacer = h("div", { style: mailTheme.spacer }, "\u00a0");
  return withGutters(spacer, h(Row, null, h(Column, { style, className }, ...children)));
}
