import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { forClientBuild } from "./tools/clientBuild.ts";
import { createClassName, inlineCssClasses } from "./tools/cssClasses.ts";
import { precompress } from "./tools/precompress.ts";
import { reactModules, routerModules } from "./tools/reactModules.ts";

/** Matches the router and React. Their code changes only when they are upgraded. */
const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie)\/|\0es-module:|rolldown\/runtime/;
/** Matches modules that nearly every page needs. With their imports, they become one script and one style sheet. */
const SITE =
  /\/app\/(root\.tsx|routes\/(site|page)\.tsx|news\/Notice\.tsx|radio\/PlayButton\.tsx|device\/FollowButton\.tsx|ui\/(head\.ts|Html\.tsx|useLinkNavigation\.ts)|(embeds\/(ThirdParty|Placeholder)|ui\/(Headings|Prose)|offline\/OfflinePage)\.module\.css)$/;
/** Matches modules that pages with stories share. */
const STORIES = /\/app\/(ads\/Ad\.tsx|news\/(Card|NewStories|structuredData)\.tsx?)$/;
/** Matches modules of the lists in sections and in the archive. */
const LISTS = /\/app\/(news\/(SectionNews|EmptySection|Rows)\.tsx|ui\/Pagination\.tsx|calendar\/MonthGrid\.tsx)$/;
/**
 * Matches modules that show a story's text, on its page or in a saved copy, and modules that save stories. All become
 * one script, since the service worker requests at most twelve files after a first visit.
 */
const ARTICLE =
  /\/app\/(article\/(ArticleText\.module\.css|(StoryBody|Origin|Corrections)\.tsx)|embeds\/ThirdParty\.tsx|device\/(savedStories\.lazy|exportFile)\.ts)$/;

/** Matches a catalog of texts. server/web/languageFiles.ts finds the catalog's script by the script's name. */
const CATALOG = /\/core\/language\/(\w+)\/(site|pages|reader)\.ts$/;

/** Returns the stem of a module's or an asset's file name, without the suffix of lazily loaded modules. */
function getShortName(name: string): string {
  return name.replace(/(\.lazy)?(\.\w+)?$/, "");
}

/** In the scripts for browsers, empties the module with the catalogs of all languages: only the server needs it. */
const oneLanguage: Plugin = {
  name: "one-language",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  load(id) {
    if (!id.endsWith("/core/language/catalogs.ts")) return;
    return "export const getSiteTexts = null, getPageTexts = null, getReaderTexts = null, getServerTexts = null;";
  },
};

/** Builds the service worker beside the pages' scripts, as one file without imports. */
const serviceWorker = forClientBuild({
  name: "service-worker",
  buildStart() {
    this.emitFile({ type: "chunk", id: "app/worker/serviceWorker.ts", fileName: "sw.js" });
  },
  generateBundle(_options, bundle) {
    const worker = bundle["sw.js"];
    // If the worker and pages share a module, the module becomes a separate script that the worker must import.
    if (worker?.type === "chunk" && worker.imports.length > 0)
      this.error(`sw.js imports ${worker.imports.join(", ")}; a service worker must be one file`);
  },
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    oneLanguage,
    reactRouter(),
    inlineCssClasses(),
    forClientBuild(reactModules()),
    forClientBuild(routerModules()),
    serviceWorker,
    precompress(),
  ],
  css: { modules: { generateScopedName: createClassName } },
  build: {
    assetsInlineLimit: 0,
    // Preloads neither `framework` nor `site` nor the bundler's runtime, since every page loads these first.
    modulePreload: {
      resolveDependencies: (_url, files) => files.filter((file) => !/\/(framework|site|rolldown-runtime)-/.test(file)),
    },
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: {
          // Short hashes, since the route manifest contains most file names and random text does not compress.
          entryFileNames: "assets/[name]-[hash:7].js",
          assetFileNames: ({ names: [name = ""] }) => `assets/${getShortName(name)}-[hash:7][extname]`,
          chunkFileNames({ facadeModuleId, name }) {
            const [, language, part] = CATALOG.exec(facadeModuleId ?? "") ?? [];
            return `assets/${language ? `texts-${language}-${part}` : getShortName(name)}-[hash:7].js`;
          },
          codeSplitting: {
            groups: [
              { name: "framework", test: FRAMEWORK, priority: 3 },
              { name: "site", test: SITE, priority: 2 },
              { name: "article-text", test: ARTICLE, priority: 1 },
              { name: "stories", test: STORIES, priority: 1 },
              { name: "lists", test: LISTS, priority: 0 },
            ],
          },
        },
      },
    }),
  },
}));
