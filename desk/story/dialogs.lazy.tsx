/** Dialogs of a story, in a module that is loaded when one of them is opened. */
export { PreviewDialog } from "../preview/PreviewDialog.tsx";
export { PublishDialog, WithdrawDialog } from "../publish/PublishDialog.tsx";
export { VersionsDialog } from "../versions/VersionsDialog.tsx";
