/** Creates the texts of the pages on which people sign in to the desk, and of the mail with a code. */
export function createSignInTexts() {
  return {
    desk: "Desk",
    signIn: "Sign in",
    usePasskey: "Sign in with a passkey",
    unusedPasskey: "The passkey was not used. Try again, or sign in another way.",
    unknownPasskey: "The desk does not know this passkey. Sign in another way.",
    emailLabel: "Or get a code by email",
    emailExample: "you@example.org",
    mailCode: "Email me a code",
    noMail: "No passkey and no email? A publisher can make a link for you.",
    typeCode: "Type the code",
    codeOnItsWay: (email: string, minutes: number) =>
      `If ${email} may sign in here, a code is on its way to it. It is valid for ${minutes} minutes, in this window only.`,
    code: "Code",
    wrongCode: "This code is wrong, or no longer valid. Check it, or ask for a new one.",
    newCode: "Ask for a new code",
    welcome: (name: string) => `Welcome, ${name}`,
    linkWorksOnce: "This link signs you in once. Press the button, and it is used up.",
    signInAs: (name: string) => `Sign in as ${name}`,
    oldLink: "This link no longer works",
    oldLinkReason: "It was used, replaced by a newer one, or has expired. Ask a publisher for a new link.",
    otherWay: "Sign in another way",
    nothingHere: "Nothing here",
    nothingHereReason: "The address is wrong, or what was here has moved.",
    toStories: "Go to stories",
    mail: {
      subject: (code: string) => `${code} is your code for the desk`,
      text: (code: string, host: string, minutes: number) =>
        `Type this code in the window that asked for it, at ${host}:\n\n${code}\n\nIt is valid for ${minutes} minutes. If you did not ask for it, ignore this email, and tell nobody the code.\n`,
    },
  };
}

export type SignInTexts = ReturnType<typeof createSignInTexts>;
