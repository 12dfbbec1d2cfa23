/** Has one window of a browser play at a time: the one that began last. */
export interface OtherWindows {
  /** Says to the others that this one plays now. */
  begin(): void;
  close(): void;
}

const CHANNEL = "radio";

/** @param onBegun called when another window begins to play */
export function openOtherWindows(onBegun: () => void): OtherWindows {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", onBegun);
  return {
    begin: () => channel.postMessage("begun"),
    close: () => channel.close(),
  };
}
