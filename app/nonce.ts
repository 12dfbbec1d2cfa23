import { createContext } from "react";

/** Nonce that marks our inline scripts, which no feed can guess. server/web/inlineScripts.ts removes it from pages. */
export const Nonce = createContext<string | undefined>(undefined);
