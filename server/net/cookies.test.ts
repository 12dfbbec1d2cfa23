import { expect, it } from "vitest";
import { createCookies } from "./cookies.ts";

it("takes a cookie's new value even from an origin that has set as many cookies as it may", () => {
  const cookies = createCookies();
  const url = new URL("https://news.example/feed.xml");
  const many = Array.from({ length: 21 }, (_, index) => `c${index}=1`);
  cookies.add(url, [...many, "c3=2; Path=/"]);
  expect(cookies.toHeaders(url).cookie?.split("; ")).toEqual([...many.slice(0, 3), "c3=2", ...many.slice(4, 20)]);
});
