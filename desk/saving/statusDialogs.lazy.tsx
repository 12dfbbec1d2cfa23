/** Dialogs that saving needs rarely. */
export { default as SignInDialog } from "../account/SignInDialog.lazy.tsx";
export { ConflictsDialog } from "./ConflictsDialog.tsx";
export { ShrinkDialog } from "./ShrinkDialog.tsx";
