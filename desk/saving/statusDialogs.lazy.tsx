/** Dialogs that saving needs rarely. */
export { SignInDialog } from "../account/SignInDialog.tsx";
export { ConflictsDialog } from "./ConflictsDialog.tsx";
export { ShrinkDialog } from "./ShrinkDialog.tsx";
