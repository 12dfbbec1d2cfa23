import { createContext } from "react-router";
import type { Services } from "../server/web/services.ts";

/** The key of the loader context that holds the services of the request's edition. */
export const services = createContext<Services>();
