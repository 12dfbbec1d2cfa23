export const shell = {
  close: "Close",
  cancel: "Cancel",
  skip: "Skip to content",
  navigation: "Desk",
  edition: "Edition",
  stories: "Stories",
  images: "Images",
  people: "People",
  account: "Account",
  shortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
  roles: { writer: "Writer", editor: "Editor", publisher: "Publisher" },
  noEdition: "You have no role in an edition of this server. Ask a publisher for one.",
  keys: [
    { key: "?", does: "Show the shortcuts" },
    { key: "/", does: "Search stories" },
  ],
  singleKeys: "Single-key shortcuts on this device",
  errors: {
    notFound: {
      title: "Nothing here",
      text: "What you were looking for was moved or deleted, or belongs to an edition in which you have no role.",
    },
    offline: {
      title: "The desk can’t be reached",
      text: "Check your connection. What you typed is kept on this device.",
    },
    outdated: {
      title: "This part didn’t load",
      text: "The desk may have been updated. Reload the page to get the new version.",
    },
    failed: { title: "Something went wrong", text: "The desk could not show this. Nothing was changed." },
    refused: "You can’t do this",
    toStories: "Go to stories",
    tryAgain: "Try again",
    reload: "Reload the page",
  },
};
