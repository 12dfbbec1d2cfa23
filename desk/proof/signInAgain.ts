import { createQuestion } from "./question.ts";

/** Asks to sign in over the screen, once the session has ended. */
export const signIn = createQuestion();
