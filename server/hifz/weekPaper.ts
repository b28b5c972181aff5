import { documentFor, type ReportDocument } from '../../contract/documents/document';
import { circleWeekDocument, commonSection, weekDocument } from '../../contract/documents/week';
import { lastWeek } from '../../contract/hifz/map';
import type { PaperRequest } from '../../contract/reports/papers';
import { validationMessages } from '../../contract/rules/validationMessages';
import { parseRecordKindNames } from '../domain/institute';
import type { Call } from '../mount';
import { invalid, Problem } from '../problem';
import { loadCircleWeek, loadStudentWeek } from './weekRoutes';

/** @throws NOT_FOUND outside of the scope; FORBIDDEN if a student requests a circle; VALIDATION */
export async function loadWeekPaper(
  call: Pick<Call, 'data' | 'user' | 'scope' | 'signal'>,
  { circle_id, studentId, startDate }: PaperRequest,
): Promise<ReportDocument> {
  if (startDate === undefined) throw invalid({ path: 'startDate', message: validationMessages.required });
  if (startDate > lastWeek) throw invalid({ path: 'startDate', message: validationMessages.notDate });
  if (circle_id !== undefined) {
    if (call.user.role === 'student') throw new Problem('FORBIDDEN');
    const { name, week, sheets } = await loadCircleWeek(call, circle_id, startDate);
    return documentFor(commonSection(sheets), circleWeekDocument(name, week, sheets));
  }
  if (!studentId) throw invalid({ path: 'studentId', message: validationMessages.required });
  const settings = await call.data.read.selectFrom('settings').select('record_kinds').executeTakeFirst();
  const sheet = await loadStudentWeek(call, studentId, startDate);
  return documentFor(sheet.section, weekDocument(sheet, parseRecordKindNames(settings?.record_kinds)));
}
