import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { SETTINGS_SCRIPT } from "./readerSettings.ts";

interface StorageChange {
  key: string | null;
  newValue: string | null;
}

/** Runs the inline script in a page. @param stored stored values; null for a device that blocks storage */
function runScript(stored: Record<string, string> | null) {
  const dataset: Record<string, string> = {};
  let listener = (_change: StorageChange) => {};
  const getItem = (name: string) => {
    if (!stored) throw new Error("SecurityError");
    return stored[name] ?? null;
  };
  runInNewContext(SETTINGS_SCRIPT, {
    document: { documentElement: { dataset } },
    localStorage: { getItem },
    addEventListener: (_type: string, added: typeof listener) => {
      listener = added;
    },
  });
  return { dataset, change: (key: string | null, newValue: string | null = null) => listener({ key, newValue }) };
}

it("sets an attribute for each choice other than the default", () => {
  expect(runScript({ theme: "dark", text: "larger", pictures: "all" }).dataset).toEqual({
    theme: "dark",
    text: "larger",
  });
});

it("ignores unknown values and unknown names", () => {
  expect(runScript({ theme: "sepia", font: "comic" }).dataset).toEqual({});
});

it("keeps the defaults where storage is blocked", () => {
  expect(runScript(null).dataset).toEqual({});
});

it("follows changes in another window", () => {
  const { dataset, change } = runScript({ theme: "dark", keys: "off" });
  change("theme", "light");
  change("volume", "0.4");
  expect(dataset).toEqual({ theme: "light", keys: "off" });
  change("theme");
  expect(dataset).toEqual({ keys: "off" });
  change(null);
  expect(dataset).toEqual({});
});
