import { useEffect } from "react";

/**
 * Keeps the editor's toolbar above the on-screen keyboard. In Safari on phones, the keyboard covers the page; in other
 * browsers, the keyboard shrinks the page.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    function update() {
      // Ignores a zoomed page: its visible part is smaller although there is no keyboard.
      const isZoomed = viewport === null || viewport.scale > 1.01;
      const inset = isZoomed ? 0 : Math.max(0, root.clientHeight - viewport.height - viewport.offsetTop);
      root.style.setProperty("--toolbar-bottom", `${Math.round(inset)}px`);
    }
    update();
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
      root.style.removeProperty("--toolbar-bottom");
    };
  }, []);
}
