/** Chooses the front page's lead story: the first with an image, otherwise the first (specification, section 9). */
export function chooseHero<Story extends { hasImage: boolean }>(candidates: readonly Story[]): Story | undefined {
  return candidates.find(({ hasImage }) => hasImage) ?? candidates[0];
}
