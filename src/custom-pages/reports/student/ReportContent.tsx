import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { StudentReport } from '../../../dataProvider/reports';
import { useText } from '../../../i18n/useText';
import { EmptyState } from '../../../ui/page/States';
import { Marks } from './Marks';
import { MarksChart } from './MarksChart';
import { ReportCards } from './ReportCards';
import { ReportInfo } from './ReportInfo';
import { resultsOf } from './reportModel';
import { Summary } from './Summary';
import { TermProgress } from './TermProgress';

const columns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '@media print': { gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
} as const;

interface ReportContentProps {
  report: StudentReport;
  /** Null is all. */
  level: number | null;
  onAllLevels: () => void;
}

/** The report: whose it is, figures, marks, term and summary. */
export function ReportContent({ report, level, onAllLevels }: ReportContentProps) {
  const results = resultsOf(report.subjects);
  const hasSubjects = report.subjects.length > 0;
  return (
    <Stack spacing={{ xs: 2, sm: 3 }} sx={{ '@media print': { '& > * + *': { mt: '8px !important' } } }}>
      <ReportCards figures={report.academic_performance} />
      <ReportInfo student_info={report.student_info} semester_info={report.semester_info} />
      {hasSubjects ? (
        <Marks subjects={report.subjects} />
      ) : (
        <NoSubjects level={level} onAllLevels={onAllLevels} />
      )}
      <Box sx={columns}>
        {report.semester_info && <TermProgress term={report.semester_info} />}
        {hasSubjects && <Summary report={report} />}
      </Box>
      {results.length > 0 && <MarksChart results={results} />}
    </Stack>
  );
}

function NoSubjects({ level, onAllLevels }: Pick<ReportContentProps, 'level' | 'onAllLevels'>) {
  const t = useText();
  if (level === null)
    return <EmptyState title={t('studentReport.emptyTitle')} text={t('studentReport.noSubjectsYet')} />;
  return (
    <EmptyState
      title={t('studentReport.noSubjectsTitle', { level })}
      text={t('studentReport.noSubjectsText')}
      action={
        <Button variant="outlined" onClick={onAllLevels}>
          {t('studentReport.showAll')}
        </Button>
      }
    />
  );
}
