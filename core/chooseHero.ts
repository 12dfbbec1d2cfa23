/** Returns the front page's lead: the first story with an image, else the first, if any (specification, section 9). */
export function chooseHero<Story extends { hasImage: boolean }>(candidates: readonly Story[]): Story | undefined {
  return candidates.find(({ hasImage }) => hasImage) ?? candidates[0];
}
