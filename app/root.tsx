import { AlertList } from "./alerts/AlertBar.tsx";
import { LanguageProvider } from "./language/texts.ts";
import "@fontsource-variable/libre-franklin/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource-variable/newsreader/wght-italic.css";
import libreFranklin from "./styles/fonts/libre-franklin.woff2?url";
import newsreader from "./styles/fonts/newsreader.woff2?url";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/print.css";
import "./styles/reading.css";
import "./styles/transitions.css";
import { type ReactNode, use } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { ErrorPage } from "./errors/ErrorPage.tsx";
import { SiteFrame } from "./layout/SiteFrame.tsx";
import { getAgesScript } from "./news/agesScript.ts";
import { RadioProvider } from "./radio/useRadio.tsx";
import { Nonce } from "./router/nonce.ts";
import { services } from "./services.ts";
import { PreviewReload } from "./ui/PreviewReload.ts";
import { SETTINGS_SCRIPT } from "./ui/readerSettings.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { edition, siteUrl, hasAddress, radio, previewVersion, alerts } = context.get(services);
  // Pages omit a station's current program, which changes too often.
  const stations = radio?.stations.map(({ now: _now, ...station }) => station);
  return {
    edition,
    siteUrl,
    hasAddress,
    alerts: await alerts(),
    radio: radio && stations && { ...radio, stations },
    ...(previewVersion !== null && { previewVersion }),
  };
}

/** Returns false, since the edition is the same on every page and need not load again. */
export function shouldRevalidate() {
  return false;
}

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
];

interface Handle {
  hasNoScripts?: boolean;
  /** True for a page that other sites show in frames. Such frames may lack storage and need no scroll restoration. */
  isFramed?: boolean;
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const matches = useMatches();
  const isLoading = matches.some(({ loaderData }) => (loaderData as { isLoading?: boolean } | undefined)?.isLoading);
  const { hasNoScripts, isFramed } = useHandle();
  const language = data?.edition.language ?? "en";
  const typefaces = data?.edition.look.typefaces;
  return (
    <html lang={language} dir={data?.edition.dir} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The script runs before the first paint, and thus before hydration, so the client's build omits its text. */}
        <script
          nonce={use(Nonce)}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR
              ? SETTINGS_SCRIPT + (data ? `;${getAgesScript(data.edition.timeZone)}` : "")
              : "",
          }}
        />
        {/* Without JavaScript, a page that is still loading reloads itself. */}
        {isLoading && (
          <noscript>
            <meta httpEquiv="refresh" content="2" />
          </noscript>
        )}
        <Meta />
        {[
          libreFranklin,
          ...(typefaces && !typefaces.hasNewsreader ? [] : [newsreader]),
          ...(typefaces?.preloaded ?? []),
        ].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own properties, whose values the edition's schema allows */}
        {data && <style dangerouslySetInnerHTML={{ __html: data.edition.look.css }} />}
      </head>
      <body>
        <LanguageProvider value={language}>
          {hasNoScripts ? (
            children
          ) : (
            <>
              <RadioProvider info={data?.radio} edition={data?.edition}>
                {children}
              </RadioProvider>
              {!isFramed && <ScrollRestoration />}
              {data?.previewVersion !== undefined && <PreviewReload version={data.previewVersion} />}
              <Scripts />
            </>
          )}
        </LanguageProvider>
      </body>
    </html>
  );
}

export default function App({ loaderData: { alerts } }: Route.ComponentProps) {
  const { hasNoScripts, isFramed } = useHandle();
  const isBelowAlerts = new URLSearchParams(useLocation().search).get("alerts") === "none";
  if ((!hasNoScripts && !isFramed) || isBelowAlerts || alerts.length === 0) return <Outlet />;
  return (
    <>
      <AlertList alerts={alerts} isFramed />
      <Outlet />
    </>
  );
}

function useHandle(): Handle {
  return Object.assign({}, ...useMatches().map(({ handle }) => handle));
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>("root");
  const page = <ErrorPage error={error} name={data?.edition.name} />;
  return data ? (
    <SiteFrame edition={data.edition} alerts={data.alerts}>
      {page}
    </SiteFrame>
  ) : (
    page
  );
}
