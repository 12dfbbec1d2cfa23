/** Creates the texts of a reader's own pages: saved stories, offline pages and the briefing. */
export function createReaderTexts(locale: string) {
  // `toLocaleString` creates the number format on first use. Creating it here would take about 80 ms on a slow phone.
  const number = (value: number) => value.toLocaleString(locale);
  const count = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;
  return {
    saved: {
      description: (name: string) =>
        `The stories you saved from ${name}, what you follow and how you like to read, kept on your own device with no account.`,
      intro:
        "There is no account, and nothing on this page leaves your device. Your browser keeps it, and we can’t see it.",
      noScript: (title: string) =>
        `${title} keeps the stories you save, the sections and sources you follow and your text size in your browser, not with us. That requires JavaScript, which is turned off here. The rest of the site works without it.`,
      title: "Saved stories",
      none: "Nothing is saved yet. Press the bookmark beside a story to keep it here, even offline.",
      count: (stories: number) =>
        `${count(stories, "story", "stories")}, in the order you saved them. Their text is on this device.`,
      noText: "The text hasn’t been downloaded yet",
      remove: "Remove",
      removeTitle: (title: string) => `Remove: ${title}`,
      missingText:
        "The text of this story wasn’t downloaded before the connection dropped. We’ll try again when you’re back online.",
      latest: "New from what you follow",
      following: "What you follow",
      followingHint: "Sections you follow come first in the menu on this device.",
      moreSections: "More sections",
      chooseSections: "Choose sections",
      chooseSources: "Choose sources",
      history: "Reading history",
      remember: "Remember the stories I open",
      historyOn: "Your last 500 stories are kept, newest first.",
      historyEmpty: "The next story you open will appear here.",
      historyPaused: "Nothing is added while this is off. Earlier entries stay until you clear them.",
      historyOff: "This is off until you turn it on. Nothing is being remembered.",
      opened: (time: string) => `Opened ${time}`,
      clearHistory: "Clear the history",
      settings: "How you read",
      textSize: "Text size",
      text: { normal: "Normal", large: "Large", larger: "Larger", largest: "Largest" },
      sample: "The library is open again on Sundays.",
      data: "Data",
      pictures: { all: "Show photos", none: "Don’t load photos" },
      keyboard: "Keyboard",
      keys: { on: "Use single-key shortcuts", off: "Turn them off" },
      keysHint: (hasRadio: boolean) =>
        `Press the slash key to open search on any page.${hasRadio ? " On the radio page, the space bar plays and pauses, and M mutes." : ""} Control-K or Command-K always opens search.`,
      take: "Take it with you",
      takeHint:
        "Export saves everything here to one file, with the text of the stories whose publishers allow it. Import adds a file like that to what is here and removes nothing.",
      export: "Export",
      import: "Import a file",
      exported: (summary: string) => `Exported ${summary}.`,
      imported: (summary: string) => `Added ${summary}. What was here before is still here.`,
      importFailed: "The import didn’t load. Check your connection and try again.",
      summary: (saved: number, follows: number, history: number) =>
        [
          count(saved, "saved story", "saved stories"),
          count(follows, "follow", "follows"),
          `${count(history, "story", "stories")} in your history`,
        ].join(", "),
      erase: "Erase",
      eraseHint: (title: string, saved: number) =>
        `Erases ${title} from this device: ${count(saved, "saved story", "saved stories")}, what you follow, your history and your settings, along with the radio’s volume and the pages saved for offline reading. We have no copy, so you can’t get them back unless you exported them.`,
      eraseAll: "Erase everything",
      erased: "Everything this site kept on this device has been erased.",
      eraseQuestion: "Erase everything?",
      eraseWarning: "Everything this site keeps on this device will be deleted. This can’t be undone.",
      keep: "Keep it",
    },
    importFaults: {
      unreadable: "This file can’t be read, or part of it is missing. Choose a file that you exported from this page.",
      otherFile: "This file wasn’t exported from this page. Nothing was changed.",
      newer: "This file comes from a newer version of this site. Reload the page and try again.",
      /** @param part name of the damaged part of the file, such as "saved story 1" */
      damaged: (part: string) => `Part of this file is damaged (${part}). Nothing was changed.`,
    },
    offline: {
      title: "Not saved on this device",
      description: (name: string) => `What you can read from ${name} on this device without a connection.`,
      missing: "The page you asked for needs a connection, and there isn’t one right now.",
      list: "Here is what you can read without a connection.",
      none: "No pages have been saved on this device yet.",
      pages: "Pages",
      saved: (time: string) => `Saved ${time}`,
    },
    newsletter: {
      privacy: "What we keep, and for how long: [our privacy policy].",
      lastIssue: "The latest issue",
      sampleIssue: "An issue as it would read now",
      wholeIssue: "Read the whole issue",
      readPast: "Read past issues",
      past: "Past issues",
      byEmail: "Get it by email",
      archive: (title: string) => `${title}: every issue`,
      archiveTitle: (title: string) => `${title}: Every Issue`,
      archiveDescription: (title: string, name: string) =>
        `Every issue of ${title} from ${name}, newest first, as it was sent.`,
      noIssues: "No issues have been sent yet. The first will appear here the morning it goes out.",
      issueOf: (title: string, day: string) => `${title} for ${day}`,
      lead: "Lead story",
      corrections: "Corrections",
      events: "Today’s events",
      playing: (station: string, track: string) => `Playing on ${station} when this issue was prepared: ${track}.`,
      takenDown: "This story was [taken down].",
      confirmTitle: "One More Step",
      confirmDescription: "The last step in signing up for the daily briefing.",
      confirm: (name: string) => `Press the button to start getting the daily briefing from ${name}.`,
      confirmButton: "Yes, send me the briefing",
      confirmNot: "If you didn’t sign up, close this page and we won’t send anything.",
      used: {
        title: "This Link Has Already Been Used",
        text: "Each link works once. If the briefing doesn’t arrive, or you’re not sure you’re on the list, sign up again and our email will tell you.",
      },
      expired: {
        title: "This Link Has Expired",
        text: "Each link is good for 48 hours. Sign up again and we’ll email you a new one.",
      },
      unknown: {
        title: "This Link Doesn’t Work",
        text: "Part of it may be missing: copy the whole link from the email and try again. If the email is more than a few days old, sign up again.",
      },
      invalid:
        "It doesn’t match any address on our list. If you erased yours, there is nothing left to do, and we won’t send you anything. If not, copy the whole link from the bottom of any issue.",
      erasedTitle: "Your Address Has Been Erased",
      erasedText:
        "We have deleted your address, your choices and the record of what we sent you. For one day we keep a code made from the address, so that no one can use our form to flood it with email.",
      sentTitle: "Check Your Email",
      sentText:
        "We’ve sent a link to the address you gave us. Open it within 48 hours and press the button on the page. We won’t send anything else until you do.",
      sentHint: "If it hasn’t arrived in 10 minutes, check your spam folder, then sign up again.",
      otherAddress: "Use another address",
      unsubscribe: "Unsubscribe",
      unsubscribeDescription: "Unsubscribe from the daily briefing with one click.",
      unsubscribed: "You’re Unsubscribed",
      unsubscribedText: (address: string) =>
        `We won’t send any more briefings to ${address}. One that is already on its way may still arrive.`,
      unsubscribeText: (address: string) => `Press the button to stop the briefing to ${address}.`,
      preferences: "Your Briefing",
      preferencesDescription: "Choose the sections and days of your daily briefing, or unsubscribe.",
      status: {
        confirmed: (address: string) => `The briefing goes to ${address}.`,
        suppressed: (address: string) =>
          `We aren’t sending anything to ${address}: our emails bounced, or someone asked us not to write there. If that’s wrong, please contact us.`,
        other: (address: string) => `We aren’t sending the briefing to ${address}.`,
      },
      done: {
        confirmed: "You’re on the list for the next briefing. Choose what goes in it and which days it comes.",
        saved: "Saved. Your next briefing will follow these choices.",
        unsubscribed: "You’re unsubscribed. We won’t send you any more briefings.",
        resumed: "You’re on the list again.",
      },
      unsubscribeHint: "We’ll stop sending the briefing and keep your choices in case you come back.",
      resume: "Send me the briefing again",
      erase: "Erase your address",
      eraseHint:
        "This deletes your address, your choices and the record of what we sent you, right away. This link and those in past issues will stop working.",
      eraseMine: "Erase my address",
      eraseWarning: "This can’t be undone. To get the briefing again, you would have to sign up again.",
      eraseConfirm: "Yes, erase it",
      days: "Days",
      dayChoices: { "every-day": "Every day", weekdays: "Monday to Friday", saturdays: "Saturdays" },
      sections: "Sections",
      save: "Save",
    },
  };
}

export type ReaderTexts = ReturnType<typeof createReaderTexts>;
