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
  /** On the sheets he alone is shown at first, and the report is his. */
  student?: { name: string; number: string };
}

/** The sheets of a subject of a batch, and its report: each in one tap. */
export function OfferingActions({ batchId, subject, student }: OfferingActionsProps) {
  const { subject_code, name, type } = subject;
  const isDaily = type === dailyRecordType;
  const address = (path: string, more?: Record<string, string>) =>
    `${path}?${new URLSearchParams({ batch_id: String(batchId), subject_code, ...more })}`;
  const find = student ? { q: student.name } : undefined;
  const report: Record<string, string> = student
    ? { type: isDaily ? 'daily-log' : 'student-subject', student_id: student.number, shown: '1' }
    : isDaily
      ? { type: 'daily-range' }
      : { type: 'subject-sheet', shown: '1' };
  return (
    <>
      {isDaily ? (
        <IconAction
          title={t('dailyRecords.title')}
          label={t('cards.recordsOf', { name })}
          to={address('/daily-records', find)}
        >
          <DailyRecords fontSize="small" />
        </IconAction>
      ) : (
        <IconAction
          title={t('grades.title')}
          label={t('cards.gradesOf', { name })}
          to={address('/grades', find)}
        >
          <Grades fontSize="small" />
        </IconAction>
      )}
      <IconAction
        title={t('absences.menu')}
        label={t('cards.registerOf', { name })}
        to={address('/absences', find)}
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
