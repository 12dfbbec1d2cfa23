import { type CSSProperties, createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { ServerTexts } from "../../../core/language/en/server.ts";
import { isRightToLeft } from "../../../core/language/languages.ts";
import type { IssueCorrection, IssueEvent, IssueRadio, IssueSection, IssueStory } from "../issueSchema.ts";
import { getStoryUrl, type IssueMessage } from "./issueMessage.ts";
import { getMailLook, getStyleSheet, MAIL_IMAGE_WIDTH_PX, type MailLook, mailTheme } from "./mailTheme.ts";

/** The newest document type that allows the table attributes that mail programs need. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
/** Attributes of all tables. Outlook needs the attributes for layout. */
const LAYOUT = { cellPadding: "0", cellSpacing: "0", role: "presentation" };
const FULL_WIDTH = { width: "100%" };

/** Renders the HTML part of a mail. Not in JSX: commands run without a build, and Node does not transform JSX. */
export function renderIssueHtml(message: IssueMessage): string {
  const { briefing, edition, day, title, links } = message;
  const { site } = links;
  const { mail } = getServerTexts(edition.language);
  const look = getMailLook(edition.look);
  const blocks = [
    renderNameplate(edition.nameplate, site, look),
    withGutters(paragraph(mailTheme.dateline, "soft", mail.issueOf(title, day))),
    underStrongRule(...renderHero(briefing.hero, site, look)),
    ...briefing.sections.map((section) => renderSection(section, site, look)),
    briefing.corrections.length > 0 && renderCorrections(mail.corrections, briefing.corrections, site, look),
    briefing.events.length > 0 && renderEvents(mail.events, briefing.events, site, look),
    briefing.radio && renderRadio(briefing.radio, site, look, mail),
    renderFooter(message),
  ];
  const container = { align: "center", width: "100%", className: "paper", border: 0, ...LAYOUT };
  const column = h("tbody", null, h("tr", { style: FULL_WIDTH }, h("td", null, ...blocks)));
  const content = h("table", { ...container, style: mailTheme.container }, column);
  const preheader = h("div", { style: mailTheme.preheader }, briefing.preheader);
  // Some mail programs drop the body element, so a table cell repeats the body's style.
  const page = h(
    "tbody",
    null,
    h("tr", null, h("td", { className: "paper", style: mailTheme.bodyCell }, preheader, content)),
  );
  const head = [
    h("meta", { content: "text/html; charset=UTF-8", httpEquiv: "Content-Type" }),
    h("meta", { name: "x-apple-disable-message-reformatting" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("meta", { name: "supported-color-schemes", content: "light dark" }),
    h("title", null, briefing.subject),
    h("style", null, getStyleSheet(edition.look)),
  ];
  const body = h("table", { border: 0, width: "100%", ...LAYOUT, align: "center" }, page);
  const html = h(
    "html",
    { dir: isRightToLeft(edition.language) ? "rtl" : "ltr", lang: edition.language },
    h("head", null, ...head),
    h("body", { className: "paper", style: mailTheme.body }, body),
  );
  // Removes the preload hint that React adds for the image, since no mail program uses it.
  return DOCTYPE + renderToStaticMarkup(html).replace(/<link rel="preload"[^<>]*>/, "");
}

function renderNameplate({ first, second }: IssueMessage["edition"]["nameplate"], site: string, look: MailLook) {
  const name = [first && `${first} `, h("strong", { key: "second" }, second)];
  return withGutters(paragraph(look.nameplate, "ink nameplate", link(`${site}/`, name)));
}

function renderHero(
  { slug, title, deck, source, section, pictureAlt, mark }: IssueStory,
  site: string,
  look: MailLook,
) {
  const href = getStoryUrl(site, slug);
  const src = `${site}/newsletter/pictures/${encodeURIComponent(slug)}.jpg`;
  const image = { className: "soft", alt: pictureAlt ?? "", src, style: mailTheme.image, width: MAIL_IMAGE_WIDTH_PX };
  return [
    pictureAlt !== null && h("a", { href, style: mailTheme.link }, h("img", image)),
    pictureAlt !== null && h("div", { style: mailTheme.spacer }, "\u00a0"),
    paragraph(look.marked, "marker", section),
    mark && h("div", { style: mailTheme.markSpacer }, renderMark(mark)),
    h("h1", { className: "ink lead", style: look.heroTitle }, link(href, title)),
    deck && paragraph(look.heroDeck, "soft", deck),
    paragraph(mailTheme.source, "soft", source),
  ];
}

function renderSection({ slug, name, stories }: IssueSection, site: string, look: MailLook) {
  return underFineRule(
    heading(link(`${site}/${slug}`, name), look),
    ...stories.map(({ title, deck, source, ...story }) =>
      item(
        story.mark && renderMark(story.mark),
        headline(title, getStoryUrl(site, story.slug), look),
        deck && paragraph(look.deck, "soft", deck),
        paragraph(mailTheme.source, "soft", source),
      ),
    ),
  );
}

/** Renders the label of a sponsored story, in a frame. */
function renderMark(mark: string) {
  return paragraph(mailTheme.mark, "ink", h("span", { className: "ink", style: mailTheme.markFrame }, mark));
}

function renderCorrections(title: string, corrections: IssueCorrection[], site: string, look: MailLook) {
  return underFineRule(
    heading(title, look),
    ...corrections.map(({ slug, title, text }) =>
      item(headline(title, getStoryUrl(site, slug), look), paragraph(look.deck, "soft", text)),
    ),
  );
}

function renderEvents(title: string, events: IssueEvent[], site: string, look: MailLook) {
  return underFineRule(
    heading(title, look),
    ...events.map(({ title, time, place, href }) =>
      item(
        headline(title, site + href, look),
        paragraph(mailTheme.source, "soft", [time, place].filter(Boolean).join(", ")),
      ),
    ),
  );
}

function renderRadio({ title, stations }: IssueRadio, site: string, look: MailLook, mail: ServerTexts["mail"]) {
  return underFineRule(
    heading(title, look),
    ...stations.map(({ name, playing }) =>
      paragraph(
        mailTheme.station,
        "ink",
        link(`${site}/radio`, mail.listenTo(name), mailTheme.underlined),
        playing && ` (${playing})`,
      ),
    ),
  );
}

function renderFooter({ edition, title, postalAddress, links }: IssueMessage) {
  const { mail } = getServerTexts(edition.language);
  const line = (text: ReactNode) => paragraph(mailTheme.footer, "soft", text);
  const linkLine = (href: string, text: string) =>
    line(h("a", { href, className: "soft", style: mailTheme.underlined }, text));
  return underStrongRule(
    line(mail.why(title, edition.name)),
    linkLine(links.preferences, mail.preferences),
    linkLine(links.unsubscribe, mail.unsubscribe),
    linkLine(links.archive, mail.onWeb),
    line(postalAddress.join(", ")),
  );
}

function link(href: string, text: ReactNode, style: CSSProperties = mailTheme.link) {
  return h("a", { href, className: "ink", style }, text);
}

/** Margins as separate properties, since Outlook.com ignores the `margin` shorthand. */
const NO_MARGINS = { marginTop: 0, marginBottom: 0, marginLeft: 0, marginRight: 0 };

function paragraph({ fontSize, lineHeight, ...style }: CSSProperties, className: string, ...children: ReactNode[]) {
  return h("p", { className, style: { fontSize, lineHeight, ...style, ...NO_MARGINS } }, ...children);
}

function heading(text: ReactNode, look: MailLook) {
  return h("h2", { className: "marker", style: look.marked }, text);
}

function headline(title: string, href: string, look: MailLook) {
  return h("h3", { className: "ink", style: look.headline }, link(href, title));
}

function item(...children: ReactNode[]) {
  return row(h("td", { style: mailTheme.story }, ...children));
}

function withGutters(...children: ReactNode[]) {
  return row(h("td", { className: "cell", style: mailTheme.gutters }, ...children));
}

const underStrongRule = (...children: ReactNode[]) => underRule(mailTheme.strongRule, "rule", children);
const underFineRule = (...children: ReactNode[]) => underRule(mailTheme.fineRule, "line", children);

function underRule(style: CSSProperties, className: string, children: ReactNode[]) {
  const spacer = h("div", { style: mailTheme.spacer }, "\u00a0");
  return withGutters(spacer, row(h("td", { className, style }, ...children)));
}

function row(cell: ReactNode) {
  const body = h("tbody", { style: FULL_WIDTH }, h("tr", { style: FULL_WIDTH }, cell));
  return h("table", { align: "center", width: "100%", border: 0, ...LAYOUT }, body);
}
