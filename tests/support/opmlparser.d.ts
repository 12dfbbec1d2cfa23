declare module "opmlparser" {
  import type { Transform } from "node:stream";

  const OpmlParser: new () => Transform;
  export default OpmlParser;
}
