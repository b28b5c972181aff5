import { levels } from '../../../../contract/vocabulary';
import { nothingChosen, reportTypes, type Selection, type SelectionField } from './staffReportModel';

/** What the parts of the selection are called in the address; `shown` there: the report is asked for. */
const names: Record<SelectionField, string> = {
  type: 'type',
  programId: 'program_id',
  batchId: 'batch_id',
  level: 'level',
  studentId: 'student_id',
  subjectCode: 'subject_code',
  startDate: 'start_date',
  endDate: 'end_date',
};
const shown = 'shown';

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | null) => (text !== null && day.test(text) ? text : null);

/** The selection that an address names; what makes no sense is as if it were not there. */
export function readSelection(address: URLSearchParams): Selection {
  const given = (field: SelectionField) => address.get(names[field])?.trim() || null;
  const batchId = given('batchId');
  return {
    type: reportTypes.find((known) => known === given('type')) ?? null,
    programId: given('programId'),
    batchId: batchId !== null && /^[1-9]\d{0,9}$/.test(batchId) ? Number(batchId) : null,
    level: levels.find((known) => String(known) === given('level')) ?? null,
    studentId: given('studentId'),
    subjectCode: given('subjectCode'),
    startDate: dayIn(given('startDate')),
    endDate: dayIn(given('endDate')),
  };
}

/** Whether an address asks for the report itself, as a link to one does. */
export const isShownIn = (address: URLSearchParams): boolean => address.get(shown) === '1';

/** The address with this selection in it; what is not ours stays. */
export function writeSelection(
  before: URLSearchParams,
  selection: Selection,
  isShown: boolean,
): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const field of Object.keys(nothingChosen) as SelectionField[]) {
    const value = selection[field];
    if (value === null) after.delete(names[field]);
    else after.set(names[field], String(value));
  }
  if (isShown) after.set(shown, '1');
  else after.delete(shown);
  return after;
}
