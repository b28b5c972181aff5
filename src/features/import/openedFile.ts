/**
 * The file that a user chose on a list, until the import page opens it. The state of an address cannot have it:
 * Chromium empties a state with a file when the user comes back to it.
 */
let openedFile: File | null = null;

export const getOpenedFile = (): File | null => openedFile;

export function setOpenedFile(file: File | null): void {
  openedFile = file;
}
