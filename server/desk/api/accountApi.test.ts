import { expect, it } from "vitest";
import { describeBrowser } from "./accountApi.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0";

it.each([
  [`${WINDOWS} ${CHROME} Safari/537.36`, "Chrome, Windows"],
  [`${WINDOWS} ${CHROME} Safari/537.36 Edg/149.0.0.0`, "Edge, Windows"],
  [`${WINDOWS} ${CHROME} Safari/537.36 OPR/130.0.0.0`, "Opera, Windows"],
  [`Mozilla/5.0 (Linux; Android 16) ${CHROME} Mobile Safari/537.36`, "Chrome, Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox, Linux"],
  ["curl/8.14.1", "Browser"],
])("names the browser and the system of %s", (userAgent, description) => {
  expect(describeBrowser(userAgent)).toBe(description);
});
