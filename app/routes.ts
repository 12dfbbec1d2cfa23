import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("routes/site.tsx", [
    index("routes/home.tsx"),
    route("article/:slug", "routes/article.tsx"),
    route("category/:name", "routes/category.tsx"),
    route("contact", "routes/contact.tsx"),
    route("contact/sent", "routes/contactSent.tsx"),
    route("partner", "routes/partner.tsx"),
    route("embed", "routes/embed.tsx"),
    route(":section", "routes/section.tsx"),
    route("*", "routes/notFound.tsx"),
  ]),
  route("embed/latest", "routes/embedLatest.tsx"),
  route("embed/events", "routes/embedEvents.tsx"),
] satisfies RouteConfig;
