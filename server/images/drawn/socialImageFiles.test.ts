import { expect, it } from "vitest";
import { loadEditions } from "../../editions/loading/load.ts";
import { toHeadlineDrawing } from "./socialImageFiles.ts";

it("names the publisher of a feed's story in its social image, and no other for the edition's own", async () => {
  const [edition] = await loadEditions("editions");
  const [section] = edition?.sections ?? [];
  if (!edition || !section) throw new Error("There is no edition.");
  const getLabel = (source: string | null) => {
    const drawing = toHeadlineDrawing(edition, section, { title: "Bridge opens", slug: "bridge-opens", source });
    return drawing.kind === "socialImage" && drawing.input.label;
  };
  expect(getLabel("The Lake Wire")).toBe("The Lake Wire · Local News");
  expect(getLabel(null)).toBe("Local News");
});
