/** How the story at a place of a section's own page is drawn: the first large, two beside it, all others under them. */
export function shapeInSection(place: number): "top" | "side" | "grid" {
  if (place === 0) return "top";
  return place <= 2 ? "side" : "grid";
}
