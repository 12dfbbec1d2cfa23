import { createQuestion } from "./question.ts";

/** Question that asks for a new sign-in after the session has ended. The dialog opens over the current screen. */
export const signIn = createQuestion();
