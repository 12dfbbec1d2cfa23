/** Loads the dialogs of a story when one is opened. */
export { PreviewDialog } from "../preview/PreviewDialog.tsx";
export { PublishDialog, WithdrawDialog } from "../publish/PublishDialog.tsx";
export { VersionsDialog } from "../versions/VersionsDialog.tsx";
