/** Not built yet. */
export function Component() {
  return <h1>ImagesScreen</h1>;
}
