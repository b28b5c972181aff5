import { notePageTexts } from '../../contract/families/behaviourNoteMessages';
import { maxNoteText, maxShownNotes } from '../../contract/rules/families/behaviourNotes';
import { hijriDate } from '../../contract/rules/hijri';
import { loadShownNotes, type StoredNote } from '../domain/behaviourNotes';
import type { PageChild } from './children';
import { html, type Html, shorten } from './html';
import type { PagePart } from './page';
import type { GuardianVisit } from './session';

/**
 * Notes of each child, and the letters of all texts together. The page has at most 30 kB, an Arabic letter
 * has two bytes, and six children already fill most of the page.
 */
const limitsOf = (children: number): { notes: number; letters: number } =>
  children <= 2
    ? { notes: maxShownNotes, letters: maxShownNotes * maxNoteText }
    : children === 3
      ? { notes: 3, letters: 1_000 }
      : { notes: 1, letters: 150 };

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
    const limits = limitsOf(children.length);
    const noteLists = children.map((child) => ({
      child,
      own: (notes.get(child.rowId) ?? []).slice(0, limits.notes),
    }));
    const maxText = Math.floor(limits.letters / noteLists.flatMap(({ own }) => own).length);
    const lists =
      limits.notes === 1
        ? renderList(
            noteLists.flatMap(({ child, own }) => own.map((note) => renderNote(visit, note, maxText, child))),
          )
        : noteLists.map(
            ({ child, own }) =>
              own.length > 0 &&
              html`${children.length > 1 && html`<h3><bdi>${child.name}</bdi></h3>`}
              ${renderList(own.map((note) => renderNote(visit, note, maxText)))}`,
          );
    return html`<h2>${notePageTexts[language].title}</h2>
      ${lists}`;
  },
};

const renderList = (items: readonly Html[]): Html =>
  html`<ul>
    ${items}
  </ul>`;

const englishDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** Categories and texts of the institute are Arabic on the English page too. */
function renderNote(
  { language }: GuardianVisit,
  note: StoredNote,
  maxText: number,
  child: PageChild | null = null,
): Html {
  const { date, kind, category_name, text } = note;
  const day = language === 'ar' ? hijriDate(date) : englishDay.format(new Date(date));
  return html`<li>
    ${child && html`<bdi>${child.name}</bdi> · `}${notePageTexts[language].kinds[kind]}${category_name !== null && html`: <bdi>${category_name}</bdi>`}
    · ${day} ${text !== null && html`<div class="quiet" dir="auto">${shorten(text, maxText)}</div>`}
  </li>`;
}
