export interface CapChanges {
  head?: Record<string, string>;
  info?: Record<string, string>;
}

/** Returns a message in the format of CAP 1.2, section 3.2, with some elements replaced. */
export function toCapMessage({ head = {}, info = {} }: CapChanges = {}): string {
  const elements = (values: Record<string, string>) =>
    Object.entries(values)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join("");
  const heads = {
    identifier: "A1",
    sender: "w-nws.webmaster@noaa.gov",
    sent: "2026-11-23T05:00:00-06:00",
    status: "Actual",
    msgType: "Alert",
    scope: "Public",
    ...head,
  };
  const infos = {
    category: "Met",
    event: "Flood Advisory",
    urgency: "Expected",
    severity: "Moderate",
    certainty: "Likely",
    expires: "2026-11-23T15:00:00-06:00",
    senderName: "NWS Chicago IL",
    headline: "Flood Advisory until 3 PM",
    web: "https://www.weather.gov/lot",
    ...info,
  };
  const area = "<area><areaDesc>Cook, IL</areaDesc></area><area><areaDesc>Will, IL</areaDesc></area>";
  return `<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">${elements(heads)}<info>${elements(infos)}${area}</info></alert>`;
}

/** Returns an Atom feed of CAP messages. */
export const toCapFeed = (...messages: string[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom">${messages.map((message) => `<entry><id>x</id><content type="text/xml">${message}</content></entry>`).join("")}</feed>`;
