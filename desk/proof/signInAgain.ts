import { createQuestion } from "./question.ts";

/** Question that asks a person to sign in again after the session has ended, in a dialog over the screen. */
export const signIn = createQuestion();
