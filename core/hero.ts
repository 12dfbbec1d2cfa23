/**
 * Chooses the story that leads the front page from those of the leading sections: the first one with an image, otherwise the
 * first one (specification, section 9).
 */
export function chooseHero<Story extends { hasImage: boolean }>(candidates: readonly Story[]): Story | undefined {
  return candidates.find(({ hasImage }) => hasImage) ?? candidates[0];
}
