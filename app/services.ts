import { createContext } from "react-router";
import type { Services } from "../server/web/services.ts";

/** Key in the loader context for the services of the request's edition. */
export const services = createContext<Services>();
