import { createContext } from "react-router";
import type { Services } from "../server/web/services.ts";

/** Where loaders find the edition of their request and its news. */
export const services = createContext<Services>();
