import { type Excuse, maxExcuseLine, newExcuse } from '../../contract/families/excuses';
import { guardianAuthor } from '../../contract/families/excusesMessages';
import { excusePageTexts, excuseRefusals } from '../../contract/families/excusePageText';
import { maxDaysAhead, maxExcuseAge } from '../../contract/rules/families/excuses';
import { hijriDate } from '../../contract/rules/hijri';
import { daysAfter } from '../../contract/rules/retention';
import { excuseReasons } from '../../contract/vocabulary';
import { loadExcusesOfGuardian } from '../domain/excuseRows';
import { sendExcuse } from '../domain/excuses';
import { guardianLabel } from '../domain/guardians';
import { loadStudent } from '../domain/students';
import { invalid, Problem } from '../problem';
import type { PageChild } from './children';
import { html, type Html, shortenToBytes } from './html';
import type { PagePart, RefusedForm } from './page';
import type { GuardianVisit } from './session';

const actionName = 'excuse';
const maxShown = 3;
/** The page has at most 30 kB. An Arabic letter has two bytes, an escaped quote five. */
const maxTextBytes = 200;

/** The latest excuses that the guardian sent, and one form for all children. */
export const excusePart: PagePart = {
  async render(visit, refused, maxBytes) {
    const { data, children, guardianId, language } = visit;
    const rowIds = children.map(({ rowId }) => rowId);
    const sent = await loadExcusesOfGuardian(data.read, guardianId, rowIds, maxShown);
    const excusable = children.filter(({ canExcuse }) => canExcuse);
    if (excusable.length === 0 && sent.length === 0) return null;
    const render = (rows: typeof sent) =>
      html`<h2>${excusePageTexts[language].title}</h2>
        ${excusable.length > 0 && renderForm(visit, excusable, refused?.action === actionName ? refused : null)}
        ${
          rows.length > 0 &&
          html`<ul>
            ${rows.map((excuse) => renderExcuse(visit, excuse))}
          </ul>`
        }`;
    // The oldest excuses are omitted until the part fits. The newest always stays.
    for (let count = sent.length; ; count -= 1) {
      const part = render(sent.slice(0, count));
      if (count <= 1 || Buffer.byteLength(part.text) <= maxBytes) return part;
    }
  },

  actions: [{ name: actionName, run: send, doneText: ({ language }) => excusePageTexts[language].sent }],
};

function renderForm(
  { language, today, href, formFields }: GuardianVisit,
  children: readonly PageChild[],
  refused: RefusedForm | null,
): Html {
  const text = excusePageTexts[language];
  const typed = (name: string, initial: string) => refused?.form.get(name) ?? initial;
  const option = (name: string, value: string, label: string) =>
    html`<option value="${value}" ${typed(name, '') === value && html`selected`}>${label}</option>`;
  const day = (name: 'from' | 'to') =>
    html`<label for="${name}">${text[name]}</label>
      <input
        type="date"
        id="${name}"
        name="${name}"
        value="${typed(name, today)}"
        min="${daysAfter(today, -maxExcuseAge)}"
        max="${daysAfter(today, maxDaysAhead)}"
        required
      />`;
  // The formatter breaks lines in `html`, and a space before the content would be typed text.
  const unformatted = html;
  const textArea = unformatted`<textarea id="line" name="line" rows="3" dir="auto" maxlength="${maxExcuseLine}">${typed('line', '')}</textarea>`;
  const [only] = children.length === 1 ? children : [];
  const student = only
    ? html`<input type="hidden" name="student" value="${only.rowId}" />`
    : html`<label for="student">${text.student}</label>
        <select id="student" name="student">
          ${children.map(({ rowId, name }) => option('student', String(rowId), name))}
        </select>`;
  return html`<details ${refused && html`open`}>
    <summary>${text.open}</summary>
    <form method="post" action="${href(actionName)}">
      ${formFields} ${refused && html`<p role="alert">${refused.message}</p>`} ${student} ${day('from')}
      ${day('to')}
      <label for="reason">${text.reason}</label>
      <select id="reason" name="reason">
        ${excuseReasons.map((reason) => option('reason', reason, text.reasons[reason]))}
      </select>
      <label for="line">${text.line}</label>
      ${textArea}
      <div><button>${text.send}</button></div>
    </form>
  </details>`;
}

const englishDays = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

function renderExcuse(
  { language, children }: GuardianVisit,
  { student_row_id, from, to, reason, line, state, subjects, answer }: Excuse,
) {
  const text = excusePageTexts[language];
  const child = children.length > 1 ? children.find(({ rowId }) => rowId === student_row_id) : null;
  const formatDay = (day: string) => (language === 'ar' ? hijriDate(day) : englishDays.format(new Date(day)));
  const days = from === to ? formatDay(from) : text.days(formatDay(from), formatDay(to));
  const accepted = subjects.filter((subject) => subject.state === 'accepted').map(({ name }) => name);
  const isDivided = accepted.length > 0 && accepted.length < subjects.length;
  const stateText = isDivided ? `${text.acceptedIn} ${accepted.join(text.comma)}` : text.states[state];
  return html`<li>
    ${child ? html`<bdi>${child.name}</bdi> · ` : null}${days} · ${text.reasons[reason]}:
    <strong>${shortenToBytes(stateText, maxTextBytes)}</strong>
    ${renderLine(line)} ${renderLine(answer)}
  </li>`;
}

const renderLine = (line: string | null) =>
  line !== null && html`<div class="quiet" dir="auto">${shortenToBytes(line, maxTextBytes)}</div>`;

/** @throws FORBIDDEN for a student without the right, VALIDATION with a message for the form */
async function send(visit: GuardianVisit, form: URLSearchParams): Promise<void> {
  const { data, guardianId, language } = visit;
  const child = visit.children.find(({ rowId }) => String(rowId) === form.get('student'));
  if (!child?.canExcuse) throw new Problem('FORBIDDEN');
  const [from, to, reason, line] = ['from', 'to', 'reason', 'line'].map((name) => form.get(name) ?? '');
  const parsed = newExcuse.safeParse({ student_id: child.studentId, from, to, reason, line });
  if (!parsed.success) throw invalid({ path: '', message: excuseRefusals[language].incomplete() });
  const guardian = await data.read
    .selectFrom('guardians')
    .select('name')
    .where('id', '=', guardianId)
    .executeTakeFirst();
  const sender = guardianLabel(guardian?.name ?? null, child.relation);
  const actor = { userId: null, name: guardianAuthor(sender), role: 'guardian', undoSession: null };
  const values = parsed.data;
  await data.write(actor, async (unit) => {
    const student = await loadStudent(unit.trx, child.rowId);
    const excuse = { student, guardianId, sender, programRowId: null, language, line: values.line ?? null };
    await sendExcuse(unit, { ...excuse, from: values.from, to: values.to, reason: values.reason }, null);
  });
}
