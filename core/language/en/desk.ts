/** Creates the texts of mails to people of the desk. */
export function createDeskTexts() {
  return {
    greeting: (name: string) => `Hello ${name},`,
    roles: { writer: "a writer", editor: "an editor", publisher: "a publisher" },
    invitation: {
      subject: (edition: string) => `You’re invited to the desk of ${edition}`,
      text: (by: string, edition: string, role: string) =>
        `${by} has invited you to the desk of ${edition}, where its newsroom works, as ${role}.`,
      button: "To start, open this page and press the button:",
      hint: (hours: number) =>
        `The link works once, within ${hours} hours. Don’t pass it on: whoever has it can sign in.`,
    },
    /** Notice to a person who already belongs to another edition's desk, and so needs no sign-in link. */
    newRole: {
      subject: (edition: string) => `You’re now on the desk of ${edition}`,
      text: (by: string, edition: string, role: string) =>
        `${by} has added you to the desk of ${edition}, as ${role}. Sign in as you are used to:`,
    },
    recovery: {
      subject: "Your sign-in to the desk was reset",
      text: (by: string, edition: string) =>
        `${by} has reset your sign-in to the desk of ${edition}. Your passkeys and sessions have ended.`,
      button: "To sign in again, open this page and press the button:",
      noLink: (by: string) => `${by} has a new link for you.`,
      notYou: "If you did not expect this, call a publisher of your newsroom at once.",
    },
  };
}

export type DeskTexts = ReturnType<typeof createDeskTexts>;
