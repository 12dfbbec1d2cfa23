/**
 * The part of schema.org's vocabulary that our pages use: the properties of each type and their allowed values. `!`
 * marks properties that search engines require.
 */
const TYPES: Record<string, Record<string, readonly Kind[]>> = {
  WebSite: { ...thing(), inLanguage: ["text"], publisher: ["NewsMediaOrganization", "reference"] },
  NewsMediaOrganization: { ...thing(), areaServed: ["Place"], logo: ["url"] },
  Organization: thing(),
  Person: thing(),
  Place: { ...thing(), address: ["text"] },
  ItemList: { ...thing(), "itemListElement!": ["ListItem"], numberOfItems: ["number"] },
  ListItem: { ...thing(), "position!": ["number"], item: ["Book", "Event"] },
  Book: { ...thing(), "name!": ["text"], bookFormat: ["url"], alternativeHeadline: ["text"] },
  Event: {
    ...thing(),
    "name!": ["text"],
    "startDate!": ["date"],
    endDate: ["date"],
    "location!": ["Place"],
    eventStatus: ["url"],
    organizer: ["Organization"],
  },
  NewsArticle: {
    ...thing(),
    "headline!": ["text"],
    "image!": ["url"],
    "author!": ["Person", "NewsMediaOrganization"],
    "publisher!": ["NewsMediaOrganization"],
    "datePublished!": ["date"],
    articleSection: ["text"],
    inLanguage: ["text"],
    isAccessibleForFree: ["boolean"],
    mainEntityOfPage: ["url"],
    isBasedOn: ["url"],
    sourceOrganization: ["NewsMediaOrganization"],
  },
  FAQPage: { ...thing(), "mainEntity!": ["Question"] },
  Question: { ...thing(), "name!": ["text"], "acceptedAnswer!": ["Answer"] },
  Answer: { ...thing(), "text!": ["text"] },
};

type Kind = "text" | "url" | "date" | "number" | "boolean" | "reference" | (string & {});

/** Properties of every type. */
function thing(): Record<string, readonly Kind[]> {
  return { name: ["text"], description: ["text"], url: ["url"], image: ["url"] };
}

/** Returns a line for each violation in a page's JSON-LD; an empty list if the JSON-LD is valid. */
export function breachesOfSchema(json: string): string[] {
  const data = JSON.parse(json);
  const { "@context": context, "@graph": graph, ...root } = data;
  const faults = context === "https://schema.org" ? [] : [`@context is ${JSON.stringify(context)}`];
  const things: object[] = graph ?? [root];
  return [...faults, ...things.flatMap((one) => breachesOfThing(one, typeOf(one)))];
}

function breachesOfThing(value: object, path: string): string[] {
  const known = TYPES[typeOf(value)];
  if (!known) return [`${path} is of the type ${typeOf(value)}, which the table does not have`];
  const missing = Object.keys(known).flatMap((name) =>
    name.endsWith("!") && !(name.slice(0, -1) in value) ? [`${path} has no ${name.slice(0, -1)}`] : [],
  );
  const wrong = Object.entries(value).flatMap(([name, held]) => {
    if (name === "@type" || name === "@id") return [];
    const kinds = known[name] ?? known[`${name}!`];
    if (!kinds) return [`${path} has ${name}, which schema.org does not know`];
    const list = Array.isArray(held) ? held : [held];
    if (list.length === 0) return [`${path}.${name} is empty`];
    return list.flatMap((one) => breachesOfValue(one, kinds, `${path}.${name}`));
  });
  return [...missing, ...wrong];
}

function breachesOfValue(value: unknown, kinds: readonly Kind[], path: string): string[] {
  if (typeof value === "object" && value !== null) {
    if ("@type" in value && kinds.includes(typeOf(value))) return breachesOfThing(value, path);
    return kinds.includes("reference") && "@id" in value ? [] : [`${path} holds a ${typeOf(value)}`];
  }
  const fits = kinds.some((kind) => {
    if (kind === "text") return typeof value === "string" && value.trim() !== "";
    if (kind === "url") return typeof value === "string" && /^https?:/.test(URL.parse(value)?.protocol ?? "");
    if (kind === "date")
      return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));
    return typeof value === kind;
  });
  return fits ? [] : [`${path} holds ${JSON.stringify(value)}`];
}

function typeOf(value: object): string {
  return "@type" in value ? String(value["@type"]) : "thing without a type";
}
