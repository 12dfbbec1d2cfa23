/**
 * Chooses the story that leads the front page.
 *
 * Specification, section 9: the first item with an image from Local plus National news, otherwise the first item.
 *
 * @param candidates the stories of the sections that may lead, in their order
 * @returns the chosen story, or undefined where there is none
 */
export function chooseHero<Story extends { isPictured: boolean }>(candidates: readonly Story[]): Story | undefined {
  return candidates.find((story) => story.isPictured) ?? candidates[0];
}
