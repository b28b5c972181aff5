/** Replaces `@mui/icons-material`: only dialogs that no test renders import these icons. */
export const Add = null;
export const Clear = null;
export const Done = null;
export const FileCopy = null;
export const Undo = null;
