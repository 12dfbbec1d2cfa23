import { createQuestion } from "./question.ts";

/** Question that asks a person whose session has ended to sign in, in a dialog over the screen. */
export const signIn = createQuestion();
