import { expect, it } from "vitest";
import { authorsSchema } from "./authors.ts";

it("makes an author's slug from the name, unless there is one", () => {
  const authors = [
    { name: "Ada Moss", biography: "Ada Moss covers the harbor." },
    { name: "Ben Cole", slug: "ben", biography: "Ben Cole covers the city." },
  ];
  expect(authorsSchema.parse(authors).map(({ slug }) => slug)).toEqual(["ada-moss", "ben"]);
});

it("rejects two authors with one slug", () => {
  const { error } = authorsSchema.safeParse([
    { name: "Ada Moss", biography: "One." },
    { name: "A. Moss", slug: "ada-moss", biography: "Two." },
  ]);
  expect(error?.issues).toMatchObject([{ path: [1, "slug"], message: "a slug that no author above has" }]);
});
