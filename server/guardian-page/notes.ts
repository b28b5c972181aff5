import { notePageTexts } from '../../contract/families/behaviourNoteMessages';
import { hijriDate } from '../../contract/rules/hijri';
import { loadShownNotes, type StoredNote } from '../domain/behaviourNotes';
import type { PageChild } from './children';
import { html, type Html, shorten } from './html';
import type { PagePart } from './page';
import type { GuardianVisit } from './session';

/** All texts of the page together. The page has at most 30 kB, and an Arabic letter has two bytes. */
const maxLetters = 3_000;

/** The ticked notes of the last 90 days. A page without notes has no such part. */
export const notesPart: PagePart = {
  async render(visit) {
    const { data, children, language, today } = visit;
    const notes = await loadShownNotes(
      data.read,
      children.map(({ rowId }) => rowId),
      today,
    );
    if (notes.size === 0) return null;
    const count = [...notes.values()].reduce((sum, own) => sum + own.length, 0);
    const maxText = Math.floor(maxLetters / count);
    return html`<h2>${notePageTexts[language].title}</h2>
      ${children.map((child) => renderChild(visit, child, notes.get(child.rowId) ?? [], maxText))}`;
  },
};

const renderChild = (
  visit: GuardianVisit,
  { name }: PageChild,
  notes: readonly StoredNote[],
  maxText: number,
): Html | null =>
  notes.length === 0
    ? null
    : html`${visit.children.length > 1 && html`<h3><bdi>${name}</bdi></h3>`}
        <ul>
          ${notes.map((note) => renderNote(visit, note, maxText))}
        </ul>`;

const englishDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Categories and texts of the institute are Arabic on the English page too. */
function renderNote({ language }: GuardianVisit, note: StoredNote, maxText: number): Html {
  const { date, kind, category_name, text } = note;
  const day = language === 'ar' ? hijriDate(date) : englishDay.format(new Date(date));
  return html`<li>
    ${notePageTexts[language].kinds[kind]}${category_name !== null && html`: <bdi>${category_name}</bdi>`} ·
    ${day} ${text !== null && html`<div class="quiet" dir="auto">${shorten(text, maxText)}</div>`}
  </li>`;
}
