import { expect, it } from "vitest";
import { getLinkedPath } from "./useLinkNavigation.ts";

const page = { origin: "https://harbor.example", pathname: "/about", search: "" };

interface LinkOptions {
  target?: string;
  isDownload?: boolean;
}

/** Returns a plain click on a link, with the parts of the DOM that `getLinkedPath` reads. */
function clickOn(href: string, { target = "", isDownload = false }: LinkOptions = {}) {
  const link = { href: new URL(href, page.origin).href, target, hasAttribute: () => isDownload };
  return {
    target: { closest: () => link } as unknown as EventTarget,
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
    preventDefault: () => {},
  };
}

it.each([
  ["/faq", "/faq"],
  ["/search?q=ferry#results", "/search?q=ferry#results"],
  ["/about?month=2026-12", "/about?month=2026-12"],
])("returns the path of another page for %s", (href, path) => {
  expect(getLinkedPath(clickOn(href), "", page)).toBe(path);
});

it.each([
  ["another site", "https://wire.example/ferry"],
  ["a mail address", "mailto:tips@harbor.example"],
  ["a file", "/documents/media-kit.pdf"],
  ["a feed", "/rss.xml"],
  ["a page for frames", "/embed/latest"],
  ["a part of the same page", "/about#team"],
])("leaves a link to %s to the browser", (_, href) => {
  expect(getLinkedPath(clickOn(href), "", page)).toBeNull();
});

it.each(["metaKey", "ctrlKey", "shiftKey", "altKey", "defaultPrevented"])("ignores a click with %s", (key) => {
  expect(getLinkedPath({ ...clickOn("/faq"), [key]: true }, "", page)).toBeNull();
});

it("ignores other buttons than the first, downloads, and clicks beside a link", () => {
  expect(getLinkedPath({ ...clickOn("/faq"), button: 1 }, "", page)).toBeNull();
  expect(getLinkedPath(clickOn("/faq", { isDownload: true }), "", page)).toBeNull();
  const text = { closest: () => null } as unknown as EventTarget;
  expect(getLinkedPath({ ...clickOn("/faq"), target: text }, "", page)).toBeNull();
});

it("follows only links with the given target", () => {
  expect(getLinkedPath(clickOn("/faq", { target: "_blank" }), "", page)).toBeNull();
  expect(getLinkedPath(clickOn("/faq", { target: "_top" }), "", page)).toBeNull();
  expect(getLinkedPath(clickOn("/faq", { target: "_top" }), "_top", page)).toBe("/faq");
});
