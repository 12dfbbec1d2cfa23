const RECORDED_PROGRAM = "Recorded program";

/** Returns a program's title for use within a sentence. Stations' titles are names, so they stay unchanged. */
function inSentence(title: string): string {
  return title === RECORDED_PROGRAM ? "the recorded program" : title;
}

/**
 * Creates the texts that most pages show, and that every page therefore loads. Parts of a sentence in square brackets
 * become links or other elements. @param locale the edition's language tag, used to format numbers
 */
export function createSiteTexts(locale: string) {
  // `toLocaleString` creates the number format on first use. Creating it here would take 80 ms of each start on a phone.
  const number = (value: number) => value.toLocaleString(locale);
  return {
    loading: "Loading",
    tryAgain: "Try again",
    textEdition: "Text edition",
    viewAll: "View All",
    viewAllOf: (name: string) => `View All: ${name}`,
    leaveBlank: "Leave this blank",
    frame: {
      skip: "Skip to the news",
      readTextEdition: "Read the text edition",
      homePage: (name: string) => `${name}, home page`,
      subscribe: "Subscribe",
      home: "Home",
      search: "Search",
      searchIn: (name: string) => `Search ${name}`,
      closeSearch: "Close search",
      sections: "Sections",
      footerSections: "Sections, in the footer",
      allSections: "All sections",
      more: "More",
      menu: "Menu",
      closeMenu: "Close the menu",
      followUs: "Social media",
      neighborhood: "In the neighborhood",
      myPage: (name: string) => `My ${name}`,
      closeMessage: "Close this message",
    },
    alerts: {
      title: "Alerts",
      breaking: "Breaking",
      weather: "Weather",
      closing: "Closing",
      official: (sender: string, area: string) => `Official: ${[sender, area].filter(Boolean).join(", ")}`,
      dismiss: (text: string) => `Dismiss: ${text}`,
    },
    theme: { colors: "Colors", system: "Match device", light: "Light", dark: "Dark" },
    news: {
      none: "No articles available",
      noneHint: "Please check back later for new content.",
      dayByDay: "Day by day",
      archiveByDay: "The whole archive, day by day",
      alsoFrom: (publishers: string) => `Also from ${publishers}`,
      /** Author of a story that names none (specification, section 3). */
      staffWriter: "Staff Writer",
      newStories: (count: number) => `${number(count)} new ${count === 1 ? "story" : "stories"}`,
      latest: "The latest stories",
      stories: "Stories",
      older: "Older stories",
      olderIn: (section: string) => `${section}: older stories`,
      olderAndNewer: "Older and newer stories",
      newestIn: (section: string) => `The newest in ${section}`,
      advertisement: "Advertisement",
      advertisementNumber: (id: number) => `Advertisement ${id}`,
    },
    article: {
      excerptOnly: "This is a summary.",
      headlineOnly: "Only the headline appears here.",
      fullStoryAt: (publisher: string) => `The full story is at ${publisher}.`,
      continueAt: (publisher: string) => `Continue reading at ${publisher}`,
      originalAt: (publisher: string) => `Read the original at ${publisher}`,
      photoAt: (publisher: string) => `See the photo at ${publisher}`,
      alsoReportedBy: "Also reported by",
      isYours: "Did you write or publish this? Ask us to change or remove it",
      moreStories: "More stories",
      leads: "Top stories",
      photo: "Photo",
      corrections: (count: number): string => (count === 1 ? "Correction" : "Corrections"),
      moreIn: (section: string) => `More in ${section}`,
      share: "Share",
      shareStory: "Share this story",
      copyLink: "Copy link",
      linkCopied: "Link copied",
      notCopied: "Couldn’t copy the link",
      email: "Email",
    },
    events: {
      none: (month: string) => `No events are listed for ${month}.`,
      months: "Months",
      more: (count: number) => `${number(count)} more`,
      from: (publisher: string) => `From ${publisher}`,
    },
    page: {
      updated: "Last updated [date]",
      related: "Related policies",
      contents: "Contents",
      onThisPage: "On this page",
    },
    device: {
      follow: "Follow",
      followName: (name: string) => `Follow ${name}`,
      following: "Following",
      save: "Save",
      saved: "Saved",
      saveTitle: (title: string) => `Save: ${title}`,
      saveForLater: "Save for later",
      remove: "Remove from saved stories",
      storesNothing:
        "This browser isn’t saving anything for this site: the window is private, or storage is turned off. You can read everything, but you can’t save stories here.",
      full: "This device is out of space. Remove a saved story or free up some space, then try again.",
      offline: "You’re offline.",
      noResponse: "The connection isn’t responding.",
      copySaved: "This copy was saved [time]",
    },
    /** Times in the reader's time zone, such as "at 2:05 p.m." or "November 20 at 2:05 p.m.". */
    when: {
      clock: (text: string) => text.replace(/\s?([AP])M$/, (_, letter: string) => ` ${letter.toLowerCase()}.m.`),
      today: (clock: string) => `at ${clock}`,
      onDay: (day: string, clock: string) => `${day} at ${clock}`,
      onDate: (date: string, clock: string) => `${date}, at ${clock}`,
    },
    thirdParty: {
      notice: (name: string) => `This comes from ${name}, which will see your visit once you load it.`,
      openAt: (host: string) => `Open at ${host}`,
    },
    donationOpened: (title: string) =>
      `${title}. A message has opened at the bottom of the page. Press Escape to close it.`,
    errors: {
      notFound: "Page Not Found",
      notFoundText: "The article or page you are looking for may have been moved, archived, or does not exist.",
      notFoundDescription: "There is no story or page at this address.",
      takenDown: "This story was taken down.",
      seeTakenDown: "See what else was taken down",
      home: "Return to Homepage",
      failed: "Something went wrong",
      failedText:
        "This page didn’t load. Check your connection and try again. If that doesn’t help, wait a minute: the problem may be on our end.",
    },
    signUp: {
      email: "Email address",
      /** @param title name of the briefing; used in mid-sentence, where a leading "The" is lowercase */
      emailFor: (title: string) =>
        `Email address for ${title === "The Daily Briefing" ? "the daily briefing" : title.replace(/^The /, "the ")}`,
      placeholder: "Your email address",
      submit: "Sign Up",
      note: "We’ll email you a link to confirm. Unsubscribe anytime with one click.",
      use: (address: string) => `Use ${address}`,
    },
    radio: {
      onAir: "On air now",
      stationStream: "Live programming from the station stream.",
      /**
       * Title until the station’s state is known. The recorded loop may be playing, so the title does not say "live".
       */
      unknownTitle: "Radio",
      unknown: "Programming from the station stream, or a recorded program while it’s down.",
      recorded: "The live stream is down. Until it returns, you can hear a recorded program.",
      recordedTitle: RECORDED_PROGRAM,
      /** Text that section 8 of the specification requires. */
      startError: "Unable to start playback. Please try again.",
      streamError: "Stream temporarily unavailable.",
      play: (title: string) => `Play ${inSentence(title)}`,
      pause: (title: string) => `Pause ${inSentence(title)}`,
      resume: (title: string) => `Resume ${inSentence(title)}`,
    },
    head: {
      home: (name: string) => `${name}: today’s news`,
      latestFrom: (section: string, name: string) => `The latest from ${section} in ${name}.`,
      olderFrom: (section: string, name: string) => `Older stories from ${section} in ${name}.`,
      fromSection: (section: string, name: string) => `From ${section} in ${name}.`,
      listed: (source: string, section: string, name: string) =>
        `A story from ${source}, listed under ${section} in ${name}.`,
    },
  };
}

export type SiteTexts = ReturnType<typeof createSiteTexts>;
