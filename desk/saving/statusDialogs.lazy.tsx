/** Dialogs that saving rarely needs, in a separately loaded module. */
export { ConflictsDialog } from "./ConflictsDialog.tsx";
export { ShrinkDialog } from "./ShrinkDialog.tsx";
