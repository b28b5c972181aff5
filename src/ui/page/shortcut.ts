/** Checks Ctrl (⌘ on a Mac) with a Latin letter. It also works on an Arabic keyboard. */
export function isShortcut(event: KeyboardEvent, letter: string): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase() === letter;
  return event.code === `Key${letter.toUpperCase()}`;
}

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** An open dialog disables the shortcuts of the page. */
export const isDialogOpen = () =>
  [...document.querySelectorAll(overlays)].some((overlay) => !overlay.closest('[hidden]'));

export const isTypingIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));
