import { notePageTexts } from '../../contract/families/behaviourNoteMessages';
import { maxCategoryName } from '../../contract/families/behaviourNotes';
import { maxShownNotes } from '../../contract/rules/families/behaviourNotes';
import { hijriDate } from '../../contract/rules/hijri';
import { loadShownNotes, type StoredNote } from '../domain/behaviourNotes';
import type { PageChild } from './children';
import { html, type Html, shortenToBytes } from './html';
import type { PagePart } from './page';
import type { GuardianVisit } from './session';

/**
 * Notes of each child, and the bytes of all texts together. The page has at most 30 kB, and six children
 * already fill most of it. An Arabic letter has two bytes, an escaped quote five.
 */
const limitsOf = (children: number): { notes: number; bytes: number } =>
  children <= 2
    ? { notes: maxShownNotes, bytes: 5_000 }
    : children === 3
      ? { notes: 3, bytes: 2_000 }
      : { notes: 1, bytes: 240 };
const maxCategoryBytes = 2 * maxCategoryName;

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
    const maxBytes = Math.floor(limits.bytes / noteLists.flatMap(({ own }) => own).length);
    const lists =
      limits.notes === 1
        ? renderList(
            noteLists.flatMap(({ child, own }) =>
              own.map((note) => renderNote(visit, note, maxBytes, child)),
            ),
          )
        : noteLists.map(
            ({ child, own }) =>
              own.length > 0 &&
              html`${children.length > 1 && html`<h3><bdi>${child.name}</bdi></h3>`}
              ${renderList(own.map((note) => renderNote(visit, note, maxBytes)))}`,
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

/** Categories and texts of the institute are Arabic on the English page too, so screen readers need its language there. */
function renderNote(
  { language }: GuardianVisit,
  note: StoredNote,
  maxBytes: number,
  child: PageChild | null = null,
): Html {
  const { date, kind, category_name, text } = note;
  const day = language === 'ar' ? hijriDate(date) : englishDay.format(new Date(date));
  const category = category_name === null ? null : shortenToBytes(category_name, maxCategoryBytes);
  const lang = language === 'ar' ? null : html` lang="ar"`;
  return html`<li>
    ${child && html`<bdi>${child.name}</bdi> · `}${notePageTexts[language].kinds[kind]}${category !== null && html`: <bdi${lang}>${category}</bdi>`}
    · ${day}
    ${text !== null && html`<div class="quiet" dir="auto" ${lang}>${shortenToBytes(text, maxBytes)}</div>`}
  </li>`;
}
