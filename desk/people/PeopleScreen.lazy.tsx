/** Not built yet. */
export function Component() {
  return <h1>PeopleScreen</h1>;
}
