/** Stands in for the whole of `@mui/icons-material`, of which only dialogs that are never drawn ask for anything. */
export const Add = null;
export const Clear = null;
export const Done = null;
export const FileCopy = null;
export const Undo = null;
