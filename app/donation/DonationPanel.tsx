import { type ComponentProps, useEffect, useState } from "react";
import { useTexts } from "../language/texts.ts";
import hidden from "../ui/VisuallyHidden.module.css";
import type { OpenPanel } from "./OpenPanel.lazy.tsx";

interface DonationPanelProps extends Omit<ComponentProps<typeof OpenPanel>, "onOpen"> {
  isShown: boolean;
}

/** A request for donations at the window's lower edge. Screen readers announce it without a change of focus. */
export function DonationPanel({ donation, isShown, onClose }: DonationPanelProps) {
  const { donationOpened } = useTexts();
  const [Panel, setPanel] = useState<typeof OpenPanel | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    import("./OpenPanel.lazy.tsx")
      .then(({ OpenPanel }) => setPanel(() => OpenPanel))
      // If the panel does not load, readers find its contents on the page /support.
      .catch(() => {});
  }, [isShown]);
  return (
    <>
      {/* Always rendered: screen readers announce changes only in an element that already exists. */}
      <p role="status" className={hidden.visuallyHidden}>
        {isOpen ? donationOpened(donation.title) : ""}
      </p>
      {isShown && Panel && <Panel donation={donation} onOpen={setOpen} onClose={onClose} />}
    </>
  );
}
