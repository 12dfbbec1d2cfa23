import { createContext } from "react";

/**
 * The nonce of our own inline scripts during a render, so that no script from a feed can pass as one of ours. The server
 * removes it from the finished page (server/web/inlineScripts.ts).
 */
export const Nonce = createContext<string | undefined>(undefined);
