import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import { useSavingData } from "../ui/saveData.ts";
import styles from "./TextEditionLink.module.css";

/** Offers the text edition to readers whose browser saves data. */
export function TextEditionLink({ edition }: { edition: PublicEdition }) {
  const { pathname } = useLocation();
  if (!useSavingData()) return null;
  const hasText = pathname.startsWith("/article/") || edition.sections.some(({ href }) => href === pathname);
  return (
    <p className={styles.offer}>
      <a href={hasText ? `/text${pathname}` : "/text"}>Read the text edition</a>
    </p>
  );
}
