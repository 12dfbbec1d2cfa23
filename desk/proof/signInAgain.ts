import { createQuestion } from "./question.ts";

/** Question to sign in over the screen, once the session has ended. */
export const signIn = createQuestion();
