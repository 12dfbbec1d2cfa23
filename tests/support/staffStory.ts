import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

export const TITLE = "Ferry to the Lighthouse Returns";
export const SLUG = "ferry-to-the-lighthouse-returns";
/** A story with every element that a story's file may contain. `writePhotos` writes its images. */
export const STORY = `---
title: ${TITLE}
deck: The boat sails on weekends from May.
sections: [local, business]
byline: [Ada Moss, Ben Cole]
place: Harbor Town
topics: [ferries]
image: { file: pier.jpg, alt: The pier at noon, credit: Cy Dunn, focus: 90% 50% }
language: es-MX
---

The ferry sails again. <script>alert(1)</script>

## Timetable

| Day | Boats |
| --- | --- |
| Saturday | 9 |

![The boat](boat%20two.jpg "At sea")

~~~quote
The ferry *is* the town.
— Ada Moss
~~~
`;

/** Writes the images of `STORY` to a folder. */
export async function writePhotos(folder: string): Promise<void> {
  for (const [name, red] of [
    ["pier.jpg", 200],
    ["boat two.jpg", 20],
  ] as const) {
    const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: { r: red, g: 90, b: 90 } } });
    await writeFile(join(folder, name), await photo.jpeg().toBuffer());
  }
}
