import Absences from '@mui/icons-material/EventBusyOutlined';
import Grades from '@mui/icons-material/GradingOutlined';
import DailyRecords from '@mui/icons-material/MenuBookOutlined';
import Reports from '@mui/icons-material/SummarizeOutlined';
import { dailyRecordType, type SubjectType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';

interface OfferingActionsProps {
  batchId: number;
  subject: { subject_code: string; name: string; type: SubjectType };
  /** The links open the sheets filtered by this student, and the student's report. */
  student?: { name: string; number: string };
}

export function OfferingActions({ batchId, subject, student }: OfferingActionsProps) {
  const { subject_code, name, type } = subject;
  const isDaily = type === dailyRecordType;
  const address = (path: string, parameters?: Record<string, string>) =>
    `${path}?${new URLSearchParams({ batch_id: String(batchId), subject_code, ...parameters })}`;
  const search = student ? { q: student.name } : undefined;
  const report: Record<string, string> = student
    ? { type: isDaily ? 'daily-log' : 'student-subject', student_id: student.number, shown: '1' }
    : isDaily
      ? { type: 'daily-range' }
      : { type: 'subject-sheet', shown: '1' };
  return (
    <>
      {isDaily ? (
        <IconAction
          title={t('menu.dailyRecords')}
          label={t('cards.recordsOf', { name })}
          to={address('/daily-records', search)}
        >
          <DailyRecords fontSize="small" />
        </IconAction>
      ) : (
        <IconAction
          title={t('grades.title')}
          label={t('cards.gradesOf', { name })}
          to={address('/grades', search)}
        >
          <Grades fontSize="small" />
        </IconAction>
      )}
      <IconAction
        title={t('menu.absences')}
        label={t('cards.registerOf', { name })}
        to={address('/absences', search)}
      >
        <Absences fontSize="small" />
      </IconAction>
      <IconAction
        title={t('cards.report')}
        label={t('cards.reportOf', { name })}
        to={address('/reports', report)}
      >
        <Reports fontSize="small" />
      </IconAction>
    </>
  );
}
