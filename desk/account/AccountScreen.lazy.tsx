/** Not built yet. */
export function Component() {
  return <h1>AccountScreen</h1>;
}
