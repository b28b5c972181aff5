import userEvent from '@testing-library/user-event';

/** Writes into a field as one change, as from the clipboard: each key would render the whole screen again. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
