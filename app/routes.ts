import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/site.tsx", [
    layout("routes/page.tsx", [
      index("routes/home.tsx"),
      route("article/:slug", "routes/article.tsx"),
      route("sources", "routes/sources.tsx"),
      route("books", "routes/books.tsx"),
      route("category/:name", "routes/category.tsx"),
      route("editions", "routes/editions.tsx"),
      route("faq", "routes/faq.tsx"),
      route("support", "routes/support.tsx"),
      route("rss.xml", "routes/feeds.tsx", { id: "rss" }),
      route("feed", "routes/feeds.tsx", { id: "feed" }),
      route("contact", "routes/contact.tsx"),
      route("contact/sent", "routes/contactSent.tsx"),
      route("partner", "routes/partner.tsx"),
      route("embed", "routes/embed.tsx"),
      route("radio", "routes/radio.tsx"),
      route("search", "routes/search.tsx"),
      route("archive", "routes/archive.tsx"),
      route("archive/:year/:month", "routes/archiveMonth.tsx"),
      route("archive/:year/:month/:day", "routes/archiveDay.tsx"),
      route(":slug", "routes/sectionOrPage.tsx"),
      route("*", "routes/notFound.tsx"),
    ]),
  ]),
  route("search/suggest", "routes/searchSuggest.tsx"),
  route("embed/latest", "routes/embedLatest.tsx"),
  route("embed/article/:slug", "routes/embedArticle.tsx"),
  route("embed/events", "routes/embedEvents.tsx"),
  route("embed/radio", "routes/embedRadio.tsx"),
] satisfies RouteConfig;
