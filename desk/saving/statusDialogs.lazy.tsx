/** Loads the dialogs that saving rarely needs. */
export { ConflictsDialog } from "./ConflictsDialog.tsx";
export { ShrinkDialog } from "./ShrinkDialog.tsx";
