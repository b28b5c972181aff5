import type { PlainTextKey } from '../../../i18n/useText';
import type { ReportType } from './staffReportModel';

export const nameOfType: Record<ReportType, PlainTextKey> = {
  transcript: 'staffReports.transcriptName',
  'student-subject': 'staffReports.studentSubjectName',
  'subject-sheet': 'staffReports.sheetName',
  'daily-log': 'staffReports.dailyLogName',
  'daily-range': 'staffReports.dailyRangeName',
};
