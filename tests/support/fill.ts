import userEvent from '@testing-library/user-event';

/** Pastes the text, because typing renders the screen for each key. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
