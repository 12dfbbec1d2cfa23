import { createQuestion } from "./question.ts";

/** Question in a dialog over the screen. After the session has ended, asks the person to sign in again. */
export const signIn = createQuestion();
