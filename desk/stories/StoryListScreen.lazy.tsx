/** Not built yet. */
export function Component() {
  return <h1>StoryListScreen</h1>;
}
