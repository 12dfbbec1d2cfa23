export const account = {
  title: "Account",
  welcome: (name: string) => `Welcome, ${name}`,
  theme: { title: "Theme", system: "Device", light: "Light", dark: "Dark" },
  device: { title: "This device", language: "Language" },
  passkeys: {
    title: "Passkeys",
    invitation:
      "A passkey signs you in with your fingerprint, your face or the lock of your device. Add one, so that you need no link the next time.",
    needed: "Add a passkey to go on.",
    hint: "A passkey signs you in with your fingerprint, your face or the lock of your device. Add one on each device that you use.",
    add: "Add a passkey",
    later: "Later",
    remove: "Remove",
    removeTitle: "Remove this passkey?",
    removeIt: "Remove passkey",
    removeOne: "It will no longer sign you in. You stay signed in here.",
    removeLast: "It is your only one. You stay signed in here; the next time, you need a code by email or a new link.",
    kind: (transports: readonly string[]): string => {
      if (transports.includes("hybrid") || transports.includes("internal")) return "On a phone or a computer";
      return transports.length > 0 ? "On a security key" : "Passkey";
    },
    added: (when: string) => `added ${when}`,
    used: (when: string) => `last used ${when}`,
  },
  sessions: {
    title: "Where you are signed in",
    methods: { link: "By a link", passkey: "With a passkey", code: "By a code" },
    used: (when: string) => `last used ${when}`,
    current: "This one",
    end: "Sign out there",
  },
  passkeyFaults: {
    unused: "The passkey was not used. Try again.",
    known: "This device has a passkey for you already.",
  },
  proof: {
    title: "Confirm that it’s you",
    why: "This needs your passkey, because someone who found your browser open could do harm with it. You won’t be asked again for 10 minutes.",
    use: "Use your passkey",
  },
  signIn: {
    title: "Your session has ended",
    text: "Sign in to go on here. What you typed is kept on this device.",
    usePasskey: "Sign in with a passkey",
    email: "Or get a code by email",
    mailCode: "Email me a code",
    code: "Code",
    codeSent: "If this address may sign in here, a code is on its way to it.",
    useCode: "Sign in",
    elsewhere: "Or sign in on another tab, such as with a link from a publisher, and come back.",
    checkAgain: "I have signed in",
    notYet: "You are not signed in yet.",
    otherPerson: (other: string, me: string) => `${other} is signed in now. Sign in as ${me} to go on here.`,
  },
};
