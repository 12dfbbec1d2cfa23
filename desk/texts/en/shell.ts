export const shell = { close: "Close", cancel: "Cancel" };
