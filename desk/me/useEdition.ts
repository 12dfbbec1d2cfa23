import { useEffect } from "react";
import { useParams, useRouteLoaderData } from "react-router";
import type { Me, MyEdition } from "../../server/desk/api/apiTypes.ts";

const STORED_AS = "edition";

/** Returns the person who is signed in. */
export function useMe(): Me {
  return useRouteLoaderData("shell") as Me;
}

/**
 * Returns the edition in the address, else the edition of the previous screen or visit, else the person's first
 * edition. Expects that the person has an edition.
 */
export function useEdition(): MyEdition {
  const { editions } = useMe();
  const { edition: id = readStored() } = useParams();
  const edition = editions.find((mine) => mine.id === id) ?? editions[0];
  const foundId = edition?.id;
  useEffect(() => {
    if (foundId) store(foundId);
  }, [foundId]);
  return edition as MyEdition;
}

function readStored(): string | undefined {
  try {
    return localStorage.getItem(STORED_AS) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(id: string): void {
  try {
    localStorage.setItem(STORED_AS, id);
  } catch {
    // Storage is blocked, so the next visit begins with the first edition.
  }
}
