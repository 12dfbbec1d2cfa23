/** Dialogs of a story, loaded when one is opened. */
export { PreviewDialog } from "../preview/PreviewDialog.tsx";
export { PublishDialog, WithdrawDialog } from "../publish/PublishDialog.tsx";
export { VersionsDialog } from "../versions/VersionsDialog.tsx";
