import type { KeyboardEvent } from 'react';
import type { Column } from './dailyModel';

const rowMark = '[data-row]';
const cellOf = (row: Element | null, column: string) =>
  row?.querySelector<HTMLElement>(`[data-cell="${column}"]`) ?? null;

/** Goes to a field of the row in which an element stands. */
export function focusCell(inside: Element | null, column: Column): void {
  focus(cellOf(inside?.closest(rowMark) ?? null, column));
}

function focus(cell: HTMLElement | null): void {
  cell?.focus();
  if (cell instanceof HTMLInputElement) cell.select();
}

/**
 * The keys of the table: Enter and the arrows go to the same column of another student, F2 opens the mushaf, Alt+Enter
 * carries on. What a field needs for itself (a list that is open, lines of a text) it keeps.
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const column = target.dataset['cell'];
  const row = target.closest(rowMark);
  if (column === undefined || row === null) return;
  const action = key === 'F2' ? 'mushaf' : key === 'Enter' && event.altKey ? 'carryOn' : null;
  if (action) {
    event.preventDefault();
    row.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
    return;
  }
  const to = direction(event, target);
  if (to === 0) return;
  event.preventDefault();
  focus(cellOf(to > 0 ? row.nextElementSibling : row.previousElementSibling, column));
}

function direction(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  field: HTMLElement,
): -1 | 0 | 1 {
  if (ctrlKey || metaKey || altKey) return 0;
  if (key === 'Enter') return shiftKey ? (field instanceof HTMLTextAreaElement ? 0 : -1) : 1;
  // The arrows choose a level in a list.
  if (shiftKey || field instanceof HTMLSelectElement) return 0;
  if (key === 'ArrowDown') return isAtEnd(field) ? 1 : 0;
  if (key === 'ArrowUp') return isAtStart(field) ? -1 : 0;
  return 0;
}

const isAtEnd = (field: HTMLElement) =>
  !(field instanceof HTMLTextAreaElement) || field.selectionEnd === field.value.length;
const isAtStart = (field: HTMLElement) =>
  !(field instanceof HTMLTextAreaElement) || field.selectionStart === 0;
