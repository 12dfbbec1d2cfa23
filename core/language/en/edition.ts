/** Creates the texts that `npx broadsheet new` writes, and the defaults of texts that an edition's files omit. */
export function createEditionTexts() {
  return {
    tagline: (place: string) => `Local news from ${place}.`,
    /** Label above the lead story. */
    lead: "Top Story",
    eventsWall: "Local Events",
    latestWall: "Latest Updates",
    localNews: "Local News",
    /** Names of sections for the topics of feeds. */
    topics: {
      sports: "Sports",
      business: "Business",
      politics: "Politics",
      schools: "Schools",
      health: "Health",
      environment: "Environment",
      technology: "Technology",
      food: "Food",
      culture: "Arts & Culture",
      opinion: "Opinion",
      life: "Life",
      world: "World",
      national: "National",
    },
    links: { about: "About", privacy: "Privacy", sources: "Sources" },
    about: {
      title: (name: string) => `About ${name}`,
      description: (name: string) => `Who publishes ${name}, and how it chooses its news.`,
      /** Text in brackets becomes a link to the list of sources. */
      paragraphs: (name: string, place: string) => [
        `${name} brings together the news of ${place}: headlines and summaries from the newsrooms that we follow, each with its name and a link to the original.`,
        "The full list is under [Sources]. If a story is yours and you want it changed or taken down, write to us.",
      ],
    },
    privacy: {
      title: "Privacy",
      description: (name: string) => `What ${name} collects about its readers: next to nothing.`,
      paragraphs: (name: string) => [
        `${name} sets no cookies, does not count its readers, and loads nothing from third parties before you ask for it. What you save here, such as stories for later, stays on your device.`,
        "Our server sees your IP address when it sends you a page, as every website’s does.",
      ],
    },
    firstStory: {
      title: (place: string) => `Hello, ${place}`,
      deck: (name: string) => `${name} starts today.`,
      paragraphs: (name: string, place: string) => [
        `Today is the first day of ${name}, and this is its first story. We report on ${place}: on what is decided here, what is built, and what is worth leaving the house for.`,
        `If you know something that ${place} should know, tell us.`,
      ],
    },
  };
}

export type EditionTexts = ReturnType<typeof createEditionTexts>;
