/** Dialogs that bring a story to readers, loaded when one is opened. */
export { PreviewDialog } from "../preview/PreviewDialog.tsx";
export { PublishDialog, WithdrawDialog } from "../publish/PublishDialog.tsx";
