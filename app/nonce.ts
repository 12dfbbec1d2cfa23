import { createContext } from "react";

/**
 * What marks the inline scripts that are ours while a page is being rendered, so that nothing from a feed can pass as one.
 * It is taken out of the finished page again (server/web/inlineScripts.ts), so a browser never sees it.
 */
export const Nonce = createContext<string | undefined>(undefined);
