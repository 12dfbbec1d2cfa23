import { SiteScreen } from "../layout/SiteScreen.tsx";
import type { Route } from "./+types/site";

export default function Site(props: Route.ComponentProps) {
  return <SiteScreen {...props} />;
}
