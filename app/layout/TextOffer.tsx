import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type { PublicEdition } from "../../server/editions/public.ts";
import styles from "./TextOffer.module.css";

/** What browsers that can save data say of the connection; TypeScript's library does not have it. */
type Connection = EventTarget & { saveData?: boolean };

const connection = () => (navigator as Navigator & { connection?: Connection }).connection;

function follow(changed: () => void) {
  connection()?.addEventListener("change", changed);
  return () => connection()?.removeEventListener("change", changed);
}

/** Offers the text edition to readers whose browser saves data. The page as it is sent is the same for everybody. */
export function TextOffer({ edition }: { edition: PublicEdition }) {
  const { pathname } = useLocation();
  const isSaving = useSyncExternalStore(
    follow,
    () => connection()?.saveData === true,
    () => false,
  );
  if (!isSaving) return null;
  const hasText = pathname.startsWith("/article/") || edition.sections.some(({ href }) => href === pathname);
  return (
    <p className={styles.offer}>
      <a href={hasText ? `/text${pathname}` : "/text"}>Read the text edition</a>
    </p>
  );
}
