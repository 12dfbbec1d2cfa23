/**
 * Creates the texts that only the server writes: into page data, mails, feeds, the text edition and errors.
 * @param locale the edition's language tag
 */
export function createServerTexts(locale: string) {
  const number = new Intl.NumberFormat(locale).format;
  const stories = (count: number) => (count === 1 ? "1 story" : `${number(count)} stories`);
  const orWriteTo = (email: string | undefined) => (email === undefined ? "" : `, or write to ${email}`);
  return {
    /** Replaces a date that is missing or invalid (specification, section 3). */
    recent: "Recent",
    /** A time of day in newspaper style: "7:30 p.m.", "7 p.m.", "noon". Hours are from 0 to 23. */
    time(hours: number, minutes: number) {
      if (minutes === 0 && hours % 12 === 0) return hours === 0 ? "midnight" : "noon";
      const clock = minutes === 0 ? `${hours % 12 || 12}` : `${hours % 12 || 12}:${String(minutes).padStart(2, "0")}`;
      return `${clock} ${hours < 12 ? "a.m." : "p.m."}`;
    },
    news: {
      /** Specification, section 8. */
      cached: "Using cached articles",
      noHero: "No featured articles available at this time.",
      sample: "Sample story",
      sampleNote: "This is a sample story. We made it up to fill this space. The people and events in it aren’t real.",
      /** Labels of a story that a sponsor bought (`paid`), or whose reporting a sponsor supports (`underwritten`). */
      paid: (sponsor: string) => `Advertisement from ${sponsor}`,
      underwritten: (sponsor: string) => `Supported by ${sponsor}`,
      /** Specification, section 4. */
      failed: "Failed to load articles. Please try again later.",
      /** Shown if there are no stories although no feed has failed: instead of `noHero`, and in empty sections. */
      noStories: "No stories yet",
      /** Line at the top of a page while samples replace the stories of feeds. */
      standIn: "The news feeds can’t be reached. Sample stories, which are invented, stand in until they can.",
      allOfDay: (count: number) => `All ${number(count)} stories from this day`,
      dayCount: (day: string, count: number) => `${day}: ${stories(count)}`,
      playerFrom: (name: string) => `Player from ${name}`,
      playAt: (name: string) => `Play at ${name}`,
      readTime: (minutes: number) => `${number(minutes)} min read`,
      updated: "Updated",
      updatedOn: (date: string) => `Updated ${date}`,
      updatedAt: (time: string) => `Updated ${time}`,
      correctedOn: (date: string) => `Corrected ${date}`,
      correctedAt: (time: string) => `Corrected ${time}`,
    },
    health: {
      new: () => "Not checked yet",
      working: () => "Working",
      relayed: () => "Working; fetched through a relay",
      failing: (date: string) => `No response since ${date}. The last stories it sent are shown.`,
      silent: () => "No response yet. We have no stories from this feed.",
      closed: () => "Closed by its publisher. Its past stories remain.",
      takenDown: () => "Taken down. We show none of its stories and no longer check its feed.",
    },
    rights: {
      headlines: "headlines",
      summaries: "summaries",
      fullStories: "full stories",
      photoLinks: "links to photos",
      photos: "photos",
      shown: (list: string) => `We show ${list}, and link each story to the original.`,
      kept: (days: number) => `We delete its stories after ${days === 1 ? "one day" : `${number(days)} days`}.`,
      noMail: "Its stories are not in our briefing.",
    },
    /** Sentences about rules. `scope` is a text like " from NPR in Health", `conditions` one like "by Ann Lee". */
    rules: {
      from: (name: string) => ` from ${name}`,
      inSection: (section: string) => ` in ${section}`,
      drop: (scope: string, conditions: string) => `Stories${scope} ${conditions} are left out.`,
      keep: (scope: string, conditions: string) =>
        scope ? `Of the stories${scope}, only those ${conditions} are shown.` : `Only stories ${conditions} are shown.`,
      quote: (text: string) => `“${text}”`,
      words: (list: string) => `with ${list} in the headline or summary`,
      authors: (list: string) => `by ${list}`,
      categories: (list: string) => `marked ${list}`,
      languages: (list: string) => `in ${list}`,
      links: (list: string) => `with ${list} in their address`,
      olderThan: (days: number) => (days === 1 ? "older than one day" : `older than ${number(days)} days`),
      review: (list: string) => `An editor approves stories from ${list} before we show them.`,
      reviewOrShow: (list: string, hours: number) =>
        `An editor has ${hours === 1 ? "one hour" : `${number(hours)} hours`} to reject stories from ${list} before we show them.`,
    },
    events: {
      allDay: "all day",
      through: (day: string) => `Through ${day}`,
      span: (start: string, end: string) => `${start} to ${end}`,
      dayCount: (day: string, count: number) => `${day}: ${count === 1 ? "1 event" : `${number(count)} events`}`,
      notice: "One of our calendars isn’t responding. Its events are shown as we last received them.",
    },
    feeds: {
      readAt: (publisher: string) => `Read the story at ${publisher}`,
      search: (text: string) => (text ? `Search: ${text}` : "Search"),
      searchDescription: (name: string) => `The newest stories in ${name} that match this search.`,
      sourcesOf: (name: string) => `Sources of ${name}`,
      sectionsOf: (name: string) => `Sections of ${name}`,
    },
    /** Words that readers may use to search for a page, in addition to the words of its title. */
    searchKeywords: {
      events: "calendar concerts things to do agenda happening tonight today tomorrow weekend",
      weather: "weather forecast storm snow rain temperature",
      radio: "listen stream station music live audio",
      books: "ebooks read authors",
      support: "donate donation give gift membership subscribe pay",
      contact: "email phone address tips newsroom advertise letters",
      faq: "questions answers help",
      partner: "media kit documents",
      newsletter: "newsletter email briefing daily sign up subscribe",
      saved: "saved bookmarks follow history settings text size dark mode account",
      archive: "archive old past older stories by date",
      sources: "publishers feeds",
      editions: "network cities",
      corrections: "errors mistakes",
      feeds: "rss atom feed reader",
    },
    /** Texts for entries of a page, such as job postings, that are closed because their last day has passed. */
    entries: {
      closed: (count: number) => `Closed (${number(count)})`,
      none: "Nothing is open right now.",
    },
    textEdition: {
      frontPage: (name: string) => `${name}: text edition`,
      page: (title: string, name: string) => `${title} | ${name}, text edition`,
      label: ", text edition",
      withPictures: "Read this page with pictures",
      sectionDescription: (section: string, name: string) => `The latest from ${section} in ${name}, without pictures.`,
      older: (section: string) => `${section}, older stories`,
      newest: "Newest stories",
      storyPage: (title: string, page: number) => `${title} (page ${page})`,
      home: "Return to the front page",
      previous: "Previous page",
      next: "Next page",
      pageOf: (page: number, pages: number) => `Page ${page} of ${pages}.`,
      loading: "The newest stories are on their way. This page will refresh automatically.",
      picture: (alt: string) => `[Picture: ${alt}]`,
      recording: "Play the recording",
    },
    /** Texts on the pages of a withdrawn story, an ended notice and a preview. */
    staffStories: {
      withdrawn: "We withdrew this story.",
      ended: "This notice has ended.",
      preview: (date: string, time: string) =>
        `This is a preview. Only people who have its address can see it, until ${time} on ${date}.`,
    },
    mail: {
      issueOf: (title: string, day: string) => `${title} for ${day}`,
      also: (headlines: string) => `Also: ${headlines}`,
      takenDown: "This story was taken down.",
      corrections: "Corrections",
      events: "Events today",
      listenTo: (station: string) => `Listen to ${station}`,
      why: (title: string, name: string) =>
        `You’re getting this email because you signed up for ${title} from ${name}.`,
      preferences: "Choose sections and days",
      unsubscribe: "Unsubscribe",
      onWeb: "Read this issue on the web",
      request: (name: string) => `Someone, probably you, signed this address up for the daily briefing from ${name}.`,
      knownSubject: (name: string) => `You already get the daily briefing from ${name}`,
      known: (request: string) => `${request} It is already on the list, so there is nothing to confirm.`,
      knownButton: "Choose sections and days, or unsubscribe",
      knownHint: "If the briefing isn’t reaching you, check your spam folder or reply to this email.",
      knownNotYou: "If it wasn’t you, you can ignore this email.",
      confirmSubject: (name: string) => `Please confirm: the daily briefing from ${name}`,
      confirmButton: "Yes, send me the briefing",
      confirmHint: (hours: number) =>
        `The link works once, within ${hours} hours. It opens a page with a button, and we won’t send anything until you press it.`,
      confirmNotYou: "If it wasn’t you, ignore this email: you won’t get the briefing, and we’ll delete the address.",
    },
    address: {
      missing: "Please enter your email address.",
      invisible: "There is an invisible character in this address. Please type it again.",
      noAt: "There is no @ in this address. It should look like name@example.com.",
      tooLong: (most: number) => `An email address can have up to ${most} characters.`,
      nothingBefore: "There is nothing before the @. An address should look like name@example.com.",
      localTooLong: (most: number) => `There can be up to ${most} characters before the @.`,
      space: "There is a space in this address. Please remove it.",
      twoAt: "There is more than one @ in this address. Please enter just one address.",
      dot: "There is an extra dot before the @. A dot can’t come first, last or next to another dot.",
      character: (character: string) => `The character ${character} can’t be used before the @.`,
      nothingAfter: "There is nothing after the @. An address should look like name@example.com.",
      literal: "This isn’t the number of a public mail server.",
      comma: "There is a comma after the @. Should it be a dot?",
      noDot: "There is no dot after the @. An address should end like name@example.com.",
      domain: (domain: string) => `No mail server can be named ${domain}. Please check the part after the @.`,
    },
    signUp: {
      didYouMean: (address: string) => `Did you mean ${address}? If your address is correct, choose Sign Up again.`,
      busy: (email: string | undefined) =>
        `We can’t take more sign-ups right now. Please try again in an hour${orWriteTo(email)}.`,
      network: (email: string | undefined) =>
        `Too many addresses were signed up from your network in the past hour. Please try again later${orWriteTo(email)}.`,
      address: (times: number) =>
        `This address was signed up ${times} times in a day, so we won’t email it again today. Please check your spam folder for our email, or try again tomorrow.`,
      notStored: "We can’t store your address right now. Please try again in a few minutes.",
      unavailable: "We can’t store this right now. Please try again in a few minutes.",
      unknownLink: "This link doesn’t match any address on our list. If you erased yours, there is nothing left to do.",
      bounced: "Our emails to this address bounced, so we no longer send any.",
      chooseDays: "Please choose which days you want it.",
      chooseSection: "Please choose at least one section. To stop all emails, unsubscribe below.",
    },
    contact: {
      faults: "Your message hasn’t been sent yet. Please check the marked fields below.",
      tooManyFromSender: (most: number, email: string) =>
        `Your message wasn’t sent: we have received ${most} messages from your connection in the past hour. Please try again later, or write to ${email}.`,
      tooMany: (email: string) =>
        `Your message wasn’t sent: we have received more messages today than we can read. Please try again tomorrow, or write to ${email}.`,
      notStored: (email: string) =>
        `Your message wasn’t sent: we can’t store it right now. Please try again in a few minutes, or write to ${email}.`,
      name: "Please enter your name.",
      nameTooLong: (most: number) => `A name can have up to ${most} characters.`,
      email: "Please enter your email address so that we can reply.",
      emailTooLong: (most: number) => `An email address can have up to ${most} characters.`,
      emailInvalid: "This doesn’t look like an email address. It should look like name@example.com.",
      subject: "Please choose a subject.",
      place: "Please enter your city or neighborhood, which we publish with your letter.",
      mayPrint: (place: string) => `The writer, of ${place}, gives permission to publish this as a letter.`,
      message: "Please enter your message.",
      messageTooLong: (length: number, most: number) =>
        `Your message has ${number(length)} characters. It can have up to ${number(most)}.`,
      signature: (subject: string, at: string) => `${subject}, through the contact form, ${at}`,
    },
    /** Plain-text responses, sent when no page can be sent. */
    refusals: {
      tooLong: "Sorry, that is too long. Please shorten it.",
      otherSite: "This form was sent from another site, so we did not accept it. Please fill it out here.",
      tooBusy: "Sorry, we are getting too many requests right now. Please try again in a few seconds.",
      failed: "Sorry, this page did not load. Please try again in a minute.",
      nothingHere: "There is nothing at this address.",
      /** Texts of the page for a host name that no edition lists. */
      notAvailable: "This site is not available",
      notAvailableText: "It is being set up or repaired. Please try again in a few minutes.",
      wrongMethod: "This address does not take requests of this kind.",
      /** Errors of the oEmbed endpoint about its parameters "url" and "format". */
      noUrl: "Set url to the address of a story.",
      wrongFormat: "The format must be json or xml.",
    },
    radio: {
      noRadio: (name: string) => `${name} has no radio.`,
      noStation: (port: string, ports: string) => `There is no station at port ${port}. Stations are at ${ports}.`,
      restarting: "The radio is restarting. Please try again in a moment.",
      total: "Too many people are listening right now. Please try again in a minute.",
      address: "Too many players are listening from your address. Please try again in a minute.",
    },
  };
}

export type ServerTexts = ReturnType<typeof createServerTexts>;
