import { existsSync, readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/** Returns the anchors of a guide's headings, as GitHub and GitLab make them. */
function listAnchors(file: string): string[] {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

it("operators read the way of one machine in at most 20 kB", () => {
  expect(statSync("docs/operating.md").size).toBeLessThanOrEqual(20_000);
});

it("links of the guides lead to existing files and sections of this repository", async () => {
  const docs = (await readdir("docs", { recursive: true })).filter((name) => name.endsWith(".md"));
  const guides = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "deploy/README.md",
    ...docs.map((name) => join("docs", name)),
  ];
  const links = guides.flatMap((guide) =>
    Array.from(readFileSync(guide, "utf8").matchAll(/\]\(([^)\s:]*)\)/g), ([, link = ""]) => ({ guide, link })),
  );
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ guide, link }) => {
    const [path = "", anchor] = link.split("#");
    const file = path ? join(dirname(guide), path) : guide;
    if (file.startsWith("..")) return true;
    if (anchor === undefined) return path.endsWith(".md") && !existsSync(file);
    return !existsSync(file) || (file.endsWith(".md") && !listAnchors(file).includes(anchor));
  });
  expect(broken).toEqual([]);
});

it("decisions have at most 60 lines, and are all listed", async () => {
  const list = readFileSync("docs/decisions/README.md", "utf8");
  const names = (await readdir("docs/decisions")).filter((name) => /^\d/.test(name));
  const isLong = (name: string) => readFileSync(join("docs/decisions", name), "utf8").trimEnd().split("\n").length > 60;
  expect(names.filter((name) => isLong(name) || !list.includes(`(${name})`))).toEqual([]);
});
