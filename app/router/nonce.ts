import { createContext } from "react";

/** Unguessable nonce that marks our scripts during a render. app/router/inlineScripts.ts removes it from the page. */
export const Nonce = createContext<string | undefined>(undefined);
