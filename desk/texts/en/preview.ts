/** Texts of previews. */
export const preview = {
  title: "Preview",
  views: { page: "Page", mail: "Briefing", card: "Shared card", link: "Link for others" },
  loading: "Saving the story and laying it out…",
  tryAgain: "Try again",
  phone: "Phone",
  phoneSize: "Phone, 390 pixels",
  desktop: "Computer",
  desktopSize: "Computer, 1280 pixels",
  unsaved: "This is the real page with your unpublished text. Readers can’t see it.",
  mailSubject: "Subject",
  mailText: "As plain text",
  noMail: "This edition sends no briefing.",
  card: "How social networks and messaging apps show a link to the story.",
  link: {
    text: "Whoever has the link can read the story as it is at that moment, without signing in. It ends when the story is published.",
    expires: "The link works for",
    days: (count: number) => (count === 1 ? "1 day" : `${count} days`),
    make: "Make a link",
    label: "Link",
    until: (time: string) => `It works until ${time}`,
  },
};
