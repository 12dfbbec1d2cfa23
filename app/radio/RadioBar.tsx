import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { RADIO_PATH } from "../ui/siteLinks.ts";
import { useRadioIfAny, useRadioState } from "./useRadio.tsx";

/** The bar's contents, which load at the radio's first start. If loading fails, the radio plays without the bar. */
const OpenBar = lazy(() => import("./OpenBar.lazy.tsx").catch(() => ({ default: () => <></> })));

/** The player along the bottom of all pages except the radio page, shown once the radio has been started. */
export function RadioBar() {
  const isOtherPage = useLocation().pathname !== RADIO_PATH;
  return useRadioIfAny() && isOtherPage ? <LazyBar /> : null;
}

function LazyBar() {
  const isOpen = useRadioState(({ player }) => player.isOpen);
  return (
    isOpen && (
      <Suspense>
        <OpenBar />
      </Suspense>
    )
  );
}
