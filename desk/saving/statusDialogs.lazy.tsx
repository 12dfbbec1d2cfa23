/** Dialogs that saving needs rarely. */
export { ConflictsDialog } from "./ConflictsDialog.tsx";
export { ShrinkDialog } from "./ShrinkDialog.tsx";
