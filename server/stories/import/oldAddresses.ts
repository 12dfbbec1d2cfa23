import { articlePath } from "../../../core/addresses.ts";
import { slugify, toUniqueSlug } from "../../../core/slug.ts";
import type { Database } from "../../store/schema/schema.ts";
import { normalizePath, normalizeQuery } from "../../store/stories/formerPaths.ts";
import { findImportedStory, isSlugTaken } from "../../store/stories/staffStories.ts";
import type { StoryEditing } from "../storyEditing.ts";
import { toPageName } from "./importPage.ts";
import { NO_SECTION, type SectionTable } from "./sectionTable.ts";
import type { Category, ImportedPost, StoryExport } from "./storyExport.ts";

/** Old addresses of an imported site, and the new addresses that replace them. */
export interface AddressPlan {
  /** Slug of each post's story, by the key of the post. Includes stories that the import has yet to add. */
  slugs: Map<string, string>;
  /** New addresses of stories, pages, categories, authors and feeds, by old path as `normalizePath` returns it. */
  addresses: Map<string, string>;
  /** New addresses by old path, for paths that must redirect to something other than a story. */
  redirects: Map<string, string>;
  counts: { post: number; page: number };
}

interface Parts {
  database: Database;
  edition: StoryEditing["edition"];
  table: SectionTable;
  permalinks: string | null;
  hasPages: boolean;
}

/** Determines the new addresses of all posts and pages before any of them is added, since they link to each other. */
export async function planAddresses(exported: StoryExport, parts: Parts): Promise<AddressPlan> {
  const { database, edition, permalinks, hasPages } = parts;
  const plan: AddressPlan = {
    slugs: new Map(),
    addresses: new Map(),
    redirects: new Map(),
    counts: { post: 0, page: 0 },
  };
  const reserved = new Set<string>();
  const used = { terms: new Map<string, Term>(), authors: new Set<string>() };
  for await (const post of exported.posts(permalinks)) {
    plan.counts[post.kind]++;
    if (post.kind === "page") {
      if (hasPages && post.state === "published") planPage(post, plan);
      continue;
    }
    const slug = (await findImportedStory(database, edition.id, post.key))?.slug ?? (await findSlug(post));
    plan.slugs.set(post.key, slug);
    if (post.state !== "published") continue;
    // If two posts have the same old address, the address redirects to the first post. `setPaths` does the same.
    for (const old of [post.path, ...post.otherPaths])
      if (old !== null && !plan.addresses.has(normalizePath(old) ?? ""))
        setAddress(plan.addresses, old, articlePath(slug));
    const kind = exported.system === "ghost" ? "tag" : "category";
    for (const category of post.categories) addTerm(kind, category);
    for (const tag of post.tags) addTerm("tag", tag);
    for (const name of post.byline) used.authors.add(name);
  }
  // Adds details from the export's list of categories and tags, if it has one. Posts contain only slugs and names.
  for (const term of exported.terms) if (used.terms.has(toTermKey(term))) used.terms.set(toTermKey(term), term);
  planTerms(exported, parts.table, [...used.terms.values()], plan);
  planAuthors(exported, used.authors, plan);
  planFeeds(exported, plan);
  return plan;

  function addTerm(kind: Term["kind"], category: Category): void {
    const term = { kind, id: "", category, parentSlug: "" };
    used.terms.set(toTermKey(term), term);
  }

  async function findSlug({ slug, title }: ImportedPost): Promise<string> {
    const base = slugify(slug || title) || "story";
    for (let candidate = base; ; ) {
      candidate = toUniqueSlug(base, (name) => reserved.has(name) || edition.samplesBySlug.has(name));
      reserved.add(candidate);
      if (!(await isSlugTaken(database, candidate))) return candidate;
    }
  }
}

/** Returns the new address for an old address; undefined for a page that is not imported. */
export function findNewAddress({ addresses }: AddressPlan, { pathname, search }: URL): string | undefined {
  const path = pathname === "/" ? normalizeQuery(search) : normalizePath(pathname);
  return path === null ? undefined : addresses.get(path);
}

type Term = StoryExport["terms"][number];

function toTermKey({ kind, category }: Term): string {
  return `${kind} ${category.slug}`;
}

function setAddress(addresses: Map<string, string>, old: string | null, target: string): void {
  const path = old === null ? null : normalizePath(old);
  if (path !== null && path !== target) addresses.set(path, target);
}

function setRedirect({ addresses, redirects }: AddressPlan, old: string, target: string): void {
  const path = normalizePath(old);
  // If a story and a category have the same old address, the address redirects to the story.
  if (path === null || addresses.has(path)) return;
  setAddress(addresses, old, target);
  setAddress(redirects, old, target);
}

function planPage(page: ImportedPost, plan: AddressPlan): void {
  const name = toPageName(page);
  if (name === "") return;
  for (const old of [page.path, ...page.otherPaths]) if (old) setRedirect(plan, old, `/${name}`);
}

/**
 * Plans redirects for the categories and tags of published posts. The page and the feed of each category or tag
 * redirect to the page and the feed of a section or topic.
 */
function planTerms(
  { system, terms }: StoryExport,
  table: SectionTable,
  used: readonly Term[],
  plan: AddressPlan,
): void {
  const bySlug = new Map(terms.filter(({ kind }) => kind === "category").map((term) => [term.category.slug, term]));
  for (const { kind, id, category, parentSlug } of used) {
    const section = table.find(category);
    const hasSection = section !== undefined && section !== NO_SECTION;
    const target = hasSection ? `/${section}` : `/topic/${encodeURIComponent(slugify(category.name))}`;
    const paths = [`/${kind}/${category.slug}`];
    const parents: string[] = [];
    for (let parent = bySlug.get(parentSlug); parent && parents.length < 10; parent = bySlug.get(parent.parentSlug))
      parents.unshift(parent.category.slug);
    if (parents.length > 0) paths.push(`/${kind}/${[...parents, category.slug].join("/")}`);
    for (const path of paths) {
      setRedirect(plan, path, target);
      setRedirect(plan, `${path}/${system === "ghost" ? "rss" : "feed"}`, `${target}/rss.xml`);
    }
    if (system === "ghost") continue;
    if (kind === "tag") setRedirect(plan, `/?tag=${category.slug}`, target);
    else if (id !== "") setRedirect(plan, `/?cat=${id}`, target);
  }
}

function planAuthors({ system, authors }: StoryExport, used: ReadonlySet<string>, plan: AddressPlan): void {
  for (const { name, slugs, id } of authors) {
    if (!used.has(name)) continue;
    const target = `/author/${encodeURIComponent(slugify(name))}`;
    if (id !== "") setRedirect(plan, `/?author=${id}`, target);
    for (const slug of slugs) {
      setRedirect(plan, `/author/${slug}`, target);
      setRedirect(plan, `/author/${slug}/${system === "ghost" ? "rss" : "feed"}`, `${target}/rss.xml`);
    }
  }
}

/**
 * Plans redirects for the old site's main feeds. `/feed` needs no redirect, since this site has a feed at this path.
 */
function planFeeds({ system }: StoryExport, plan: AddressPlan): void {
  setRedirect(plan, "/rss", "/rss.xml");
  if (system === "ghost") return;
  for (const path of ["/feed/rss", "/feed/rss2", "/feed/rdf", "/comments/feed", "/?feed=rss", "/?feed=rss2"])
    setRedirect(plan, path, "/rss.xml");
  for (const path of ["/feed/atom", "/?feed=atom"]) setRedirect(plan, path, "/atom.xml");
}
