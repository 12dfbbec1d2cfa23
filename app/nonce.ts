import { createContext } from "react";

/** Marks our inline scripts during a render, as no feed can. server/web/inlineScripts.ts removes it from the page. */
export const Nonce = createContext<string | undefined>(undefined);
