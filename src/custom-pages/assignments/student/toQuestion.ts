import { questionTextId } from './QuestionCard';

/** Brings a question into view and the focus to its answer, once the dialog over it has given the focus back. */
export function toQuestion(id: number | undefined): void {
  if (id === undefined) return;
  setTimeout(() => {
    const card = document.getElementById(questionTextId(id))?.closest('li');
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, afterDialog);
}

/** Longer than a dialog takes to close. */
const afterDialog = 250;
