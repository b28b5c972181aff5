import { sql } from 'kysely';
import { announcementPageTexts } from '../../contract/families/announcementMessages';
import { type CurrentAnnouncement, maxGuardianAnnouncements } from '../../contract/families/announcements';
import { maxText } from '../../contract/rules/families/announcements';
import { isForRole, loadCurrentAnnouncements, reachesStudent } from '../domain/announcements';
import { allOf } from '../db/search/matching';
import { html, type Html, shorten } from './html';
import type { PagePart } from './page';

/** A page of one child has room for more, but the children stand below. */
const maxBytesOfAll = 8_000;
/** Room for the titles of the first announcements, so that notes and excuses never displace those that are pinned. */
const minBytes = 1_500;
/** The title of the part, and its tags. */
const headBytes = 200;

/** The announcements that reach one of the children, each once. Links in the text are only text. */
export const announcementPart: PagePart = {
  isAbove: true,
  minBytes,

  async render({ data, children, language, today }, _refused, maxBytes) {
    if (children.length === 0) return null;
    const reachesChild = sql`exists (select 1 from students
      where students.id in (${sql.join(children.map(({ rowId }) => rowId))})
        and ${reachesStudent(sql.ref('students.id'), today)})`;
    const reached = allOf([isForRole('guardian'), reachesChild]);
    const rows = await loadCurrentAnnouncements(data.read, reached, {
      today,
      maxRows: maxGuardianAnnouncements,
    });
    const text = announcementPageTexts[language];
    const items = renderWithin(rows, text.pinned, Math.min(maxBytes, maxBytesOfAll) - headBytes);
    return items.length === 0
      ? null
      : html`<aside>
          <h2>${text.title}</h2>
          ${language === 'ar' ? items : html`<div lang="ar">${items}</div>`}
        </aside>`;
  },
};

/** Shortens texts, then omits the last announcements, until all fit. */
function renderWithin(rows: readonly CurrentAnnouncement[], pinned: string, maxBytes: number): Html[] {
  const items: Html[] = [];
  let room = maxBytes;
  for (const [index, row] of rows.entries()) {
    const rendered =
      shortenToFit(row, pinned, room / (rows.length - index)) ?? renderAnnouncement(row, pinned, 0);
    const bytes = Buffer.byteLength(rendered.text);
    if (bytes > room) break;
    room -= bytes;
    items.push(rendered);
  }
  return items;
}

/** Null if the title alone is too long. */
function shortenToFit(row: CurrentAnnouncement, pinned: string, maxBytes: number): Html | null {
  for (let letters = maxText; ; letters = Math.floor(letters / 2)) {
    const rendered = renderAnnouncement(row, pinned, letters);
    if (Buffer.byteLength(rendered.text) <= maxBytes) return rendered;
    if (letters === 0) return null;
  }
}

function renderAnnouncement(
  { title, text, is_pinned }: CurrentAnnouncement,
  pinned: string,
  maxLetters: number,
): Html {
  const lines = text === null || maxLetters === 0 ? [] : shorten(text, maxLetters).split('\n');
  return html`<h3 dir="auto">${title}${is_pinned && html` <span class="quiet">(${pinned})</span>`}</h3>
    ${
      lines.length > 0 &&
      html`<p dir="auto">${lines.map((line, index) => html`${index > 0 && html`<br />`}${line}`)}</p>`
    }`;
}
