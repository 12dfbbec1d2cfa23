import type { EventEntry, EventsMonth } from "../../server/calendars/eventViews.ts";
import type { PublicEdition } from "../../server/editions/public.ts";

/** Returns a month's events as a schema.org ItemList. */
export function eventsData({ title, href, days }: EventsMonth, edition: PublicEdition, siteUrl: string): object {
  const events = days.flatMap((day) => day.events);
  return {
    "@type": "ItemList",
    name: title,
    url: siteUrl + href,
    itemListElement: events.map((event, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: eventData(event, edition, `${siteUrl}${href}#${event.id}`),
    })),
  };
}

function eventData(event: EventEntry, edition: PublicEdition, eventUrl: string): object {
  const { title, startsAt, endsAt, place, link, publisher } = event;
  return {
    "@type": "Event",
    name: title,
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: "https://schema.org/EventScheduled",
    url: link ?? eventUrl,
    location: { "@type": "Place", name: place ?? edition.place, address: place ?? edition.place },
    organizer: { "@type": "Organization", name: publisher },
  };
}
