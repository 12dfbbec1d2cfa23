import { use, useEffect, useReducer, useState } from "react";
import { ALERTS_PATH } from "../../core/addresses.ts";
import type { ShownAlert } from "../../server/alerts/alerts.ts";
import { readStoredList, writeStoredList } from "../device/storedList.ts";
import { useTexts } from "../language/texts.ts";
import { pollWhileVisible } from "../news/usePollWhileLoading.ts";
import { Nonce } from "../router/nonce.ts";
import { isSavingData } from "../ui/saveData.ts";
import { useHasScripts } from "../ui/useBrowserValue.ts";
import hidden from "../ui/VisuallyHidden.module.css";
import styles from "./alertBar.css?url";

/** Interval, in ms, between polls. Alerts must appear on open pages within 5 s, and the server needs up to 1 s. */
const POLL_INTERVAL_MS = 3000;
/** Pause, in ms, after a failed request, and after every request if the browser is set to save data. */
const PAUSE_MS = 60_000;
/**
 * Key in localStorage for marks: "12" if alert 12 was announced, "-12" if it was dismissed. Do not change: readers'
 * devices store it.
 */
const MARKS_KEY = "alerts";
const MAX_MARKS = 40;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Hides dismissed and ended alerts of a cached page before the first paint. */
const HIDE_SCRIPT = `(()=>{let s="";try{s=localStorage.getItem("${MARKS_KEY}")}catch{}for(const e of document.querySelectorAll("[data-until]"))if(e.dataset.until<=new Date().toISOString()||(s||"").includes('"-'+e.dataset.alert+'"'))e.hidden=true})()`;

/** Copy of the marks in localStorage. If the browser blocks storage, contains only the marks set on this page. */
let marks: string[] | undefined;

function hasMark(mark: string): boolean {
  marks ??= readStoredList(MARKS_KEY);
  return marks.includes(mark);
}

function addMarks(added: readonly string[]): void {
  marks = [...(marks ?? []), ...added].slice(-MAX_MARKS);
  writeStoredList(MARKS_KEY, marks);
}

/** The edition's alerts above every page. New alerts appear on open pages, and each device announces an alert once. */
export function AlertBar({ alerts }: { alerts: readonly ShownAlert[] }) {
  const polled = usePolledAlerts(alerts);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const [announcement, announce] = useState("");
  const hasScripts = useHasScripts();
  const now = hasScripts ? Date.now() : 0;
  const shown = (polled ?? alerts).filter(
    ({ id, until }) => !hasScripts || (Date.parse(until) > now && !hasMark(`-${id}`)),
  );
  const nextEnd = Math.min(...shown.map(({ until }) => Date.parse(until)));
  const unread = hasScripts ? shown.filter(({ id }) => !hasMark(`${id}`)) : [];
  const unreadText = unread.map(({ text }) => text).join(" ");

  useEffect(() => {
    if (nextEnd === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(refresh, Math.min(nextEnd - Date.now(), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [nextEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the list, which is new at each render
  useEffect(() => {
    if (unreadText === "") return;
    announce(unreadText);
    addMarks(unread.map(({ id }) => `${id}`));
  }, [unreadText]);

  function dismiss({ id }: ShownAlert) {
    addMarks([`-${id}`]);
    refresh();
  }

  return (
    <>
      <p className={hidden.visuallyHidden} role="status">
        {announcement}
      </p>
      <AlertList alerts={shown} hasArrived={polled !== null} onDismiss={dismiss} />
    </>
  );
}

interface AlertListProps {
  alerts: readonly ShownAlert[];
  /** True in a frame on another site: links then open in the page around the frame. */
  isFramed?: boolean;
  /** True if alerts arrived after the page had loaded. The bar then stays in view while the page scrolls. */
  hasArrived?: boolean;
  onDismiss?: (alert: ShownAlert) => void;
}

export function AlertList({ alerts, isFramed, hasArrived, onDismiss }: AlertListProps) {
  const texts = useTexts().alerts;
  const nonce = use(Nonce);
  if (alerts.length === 0) return null;
  return (
    <section
      className="alerts"
      data-unprinted=""
      aria-label={texts.title}
      data-arrived={hasArrived || undefined}
      data-framed={isFramed || undefined}
    >
      <link rel="stylesheet" href={styles} precedence="alerts" />
      {alerts.map((alert) => (
        <div
          key={alert.id}
          className={`alert alert-${alert.level}`}
          data-alert={alert.id}
          data-until={alert.until}
          suppressHydrationWarning
        >
          <p dir="auto">
            <strong>{texts[alert.level]}</strong>{" "}
            {alert.link === null ? (
              alert.text
            ) : (
              <a href={alert.link} target={isFramed ? "_top" : undefined}>
                {alert.text}
              </a>
            )}{" "}
            {alert.official && <small>{texts.official(alert.official.sender, alert.official.area)}</small>}
          </p>
          {onDismiss && (
            <button
              type="button"
              className="alert-dismiss"
              aria-label={texts.dismiss(alert.text)}
              onClick={() => onDismiss(alert)}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {onDismiss && (
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, only in the server's build
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? HIDE_SCRIPT : "" }}
        />
      )}
    </section>
  );
}

/** Polls the alerts. Returns null until they differ from `alerts`, the page's own alerts; then, the latest alerts. */
function usePolledAlerts(alerts: readonly ShownAlert[]): readonly ShownAlert[] | null {
  const [polled, setPolled] = useState<readonly ShownAlert[] | null>(null);
  useEffect(() => {
    let last = JSON.stringify(alerts);
    let nextAt = 0;
    return pollWhileVisible(async () => {
      if (!navigator.onLine || Date.now() < nextAt) return;
      const response = await fetch(ALERTS_PATH).catch(() => null);
      nextAt = !response?.ok || isSavingData() ? Date.now() + PAUSE_MS : 0;
      if (!response?.ok) return;
      const text = await response.text();
      if (text !== last) setPolled(JSON.parse(text));
      last = text;
    }, POLL_INTERVAL_MS);
  }, [alerts]);
  return polled;
}
