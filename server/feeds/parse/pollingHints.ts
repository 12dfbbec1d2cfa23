import type { Rhythm } from "../../../core/article.ts";
import { childOf, childrenOf, textOf, type XmlElement } from "./xml.ts";

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
  monthly: 30 * 24 * 60,
  yearly: 365 * 24 * 60,
};
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** What a channel says of how often it is to be asked: RSS 2.0's ttl, skipHours, skipDays; RSS 1.0's syndication module. */
export function rhythmOf(channel: XmlElement): Rhythm {
  const period = PERIOD_MINUTES[textOf(childOf(channel, "sy:updateperiod")).trim().toLowerCase()];
  const frequency = positive(childOf(channel, "sy:updatefrequency")) ?? 1;
  return {
    ttlMinutes: positive(childOf(channel, "ttl")),
    updateMinutes: period === undefined ? null : period / frequency,
    // Old drafts count the hours from 1 to 24.
    skipHours: words(channel, "skiphours", "hour").flatMap((word) =>
      /^\d{1,2}$/.test(word) ? [Number(word) % 24] : [],
    ),
    skipDays: words(channel, "skipdays", "day").flatMap((word) => {
      const day = DAYS.indexOf(word.toLowerCase());
      return day >= 0 ? [day] : [];
    }),
  };
}

function positive(element: XmlElement | undefined): number | null {
  const number = Number(textOf(element).trim());
  return Number.isFinite(number) && number > 0 ? number : null;
}

function words(channel: XmlElement, list: string, item: string): string[] {
  const element = childOf(channel, list);
  return element ? childrenOf(element, item).map((child) => textOf(child).trim()) : [];
}
