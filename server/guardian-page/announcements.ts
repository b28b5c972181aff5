import { sql } from 'kysely';
import { announcementPageTexts } from '../../contract/families/announcementMessages';
import { type CurrentAnnouncement, maxGuardianAnnouncements } from '../../contract/families/announcements';
import { isForRole, loadCurrentAnnouncements, reachesStudent } from '../domain/announcements';
import { allOf } from '../db/search/matching';
import { html, type Html } from './html';
import type { PagePart } from './page';

/** The page has at most 30 kB, so the announcements share this number of letters of their texts. */
const maxShownLetters = 2_000;

/** The announcements that reach one of the children, each once. Links in the text are only text. */
export const announcementPart: PagePart = {
  isAbove: true,

  async render({ data, children, language, today }) {
    if (children.length === 0) return null;
    const reachesChild = sql`exists (select 1 from students
      where students.id in (${sql.join(children.map(({ rowId }) => rowId))})
        and ${reachesStudent(sql.ref('students.id'), today)})`;
    const reached = allOf([isForRole('guardian'), reachesChild]);
    const rows = await loadCurrentAnnouncements(data.read, reached, {
      today,
      maxRows: maxGuardianAnnouncements,
    });
    if (rows.length === 0) return null;
    const text = announcementPageTexts[language];
    const maxLetters = Math.floor(maxShownLetters / rows.length);
    return html`<h2>${text.title}</h2>
      ${rows.map((row) => renderAnnouncement(row, text.pinned, maxLetters))}`;
  },
};

function renderAnnouncement(
  { title, text, is_pinned }: CurrentAnnouncement,
  pinned: string,
  maxLetters: number,
): Html {
  const lines = text === null ? [] : shorten(text, maxLetters).split('\n');
  return html`<h3 dir="auto">${title}${is_pinned && html` <span class="quiet">(${pinned})</span>`}</h3>
    ${
      lines.length > 0 &&
      html`<p dir="auto">${lines.map((line, index) => html`${index > 0 && html`<br />`}${line}`)}</p>`
    }`;
}

function shorten(text: string, maxLetters: number): string {
  const letters = [...text];
  return letters.length <= maxLetters ? text : `${letters.slice(0, maxLetters).join('')}…`;
}
