/**
 * Chooses the story that leads the front page: the first one with an image, otherwise the first one (specification,
 * section 9).
 *
 * @param candidates the stories of the leading sections, in order
 */
export function chooseHero<Story extends { hasImage: boolean }>(candidates: readonly Story[]): Story | undefined {
  return candidates.find(({ hasImage }) => hasImage) ?? candidates[0];
}
