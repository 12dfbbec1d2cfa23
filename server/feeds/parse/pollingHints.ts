import type { RequestedInterval } from "../../../core/article.ts";
import { findChild, getText, listChildren, type XmlElement } from "./xml.ts";

const PERIOD_HOURS = new Map(Object.entries({ hourly: 1, daily: 24, weekly: 168, monthly: 720, yearly: 8760 }));
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Reads ttl, skipHours and skipDays (RSS 2.0) and sy:updatePeriod (RSS 1.0 syndication module) of a channel. */
export function getPollingHints(channel: XmlElement): RequestedInterval {
  const periodHours = PERIOD_HOURS.get(getText(findChild(channel, "sy:updateperiod")).trim().toLowerCase());
  const frequency = parsePositive(findChild(channel, "sy:updatefrequency")) ?? 1;
  return {
    ttlMinutes: parsePositive(findChild(channel, "ttl")),
    updateMinutes: periodHours === undefined ? null : (periodHours * 60) / frequency,
    // Old drafts of RSS number the hours from 1 to 24.
    skipHours: getItems(channel, "skiphours", "hour").flatMap((hour) =>
      /^\d{1,2}$/.test(hour) ? [Number(hour) % 24] : [],
    ),
    skipDays: getItems(channel, "skipdays", "day")
      .map((day) => DAYS.indexOf(day.toLowerCase()))
      .filter((day) => day >= 0),
  };
}

function parsePositive(element: XmlElement | undefined): number | null {
  const number = Number(getText(element).trim());
  return Number.isFinite(number) && number > 0 ? number : null;
}

function getItems(channel: XmlElement, list: string, item: string): string[] {
  const element = findChild(channel, list);
  return element ? listChildren(element, item).map((child) => getText(child).trim()) : [];
}
