import Rank from '@mui/icons-material/EmojiEventsOutlined';
import Attendance from '@mui/icons-material/EventAvailableOutlined';
import Average from '@mui/icons-material/FunctionsOutlined';
import Subjects from '@mui/icons-material/MenuBookOutlined';
import { Box } from '@mui/material';
import type { BatchSection } from '../../../../contract/rules/gender';
import type { StudentReport } from '../../../dataProvider/reports';
import { LetterChip } from '../../../features/documents/LetterChip';
import { textFor } from '../../../i18n/gender';
import { t } from '../../../i18n/text';
import { Isolated } from '../../../ui/page/Isolated';
import { StatCard, StatCards } from '../../../ui/report/StatCard';
import { letterBand } from './reportModel';

interface ReportCardsProps {
  /** Undefined while the report loads. */
  figures: StudentReport['academic_performance'] | undefined;
  section: BatchSection;
}

export function ReportCards({ figures, section }: ReportCardsProps) {
  const percent = (value: number | null | undefined) => {
    if (value === undefined) return undefined;
    return value === null ? <NoData /> : <Isolated>{t('ui.percent', { value })}</Isolated>;
  };
  const letter = figures?.letter_grade ?? null;
  const hasRank = figures !== undefined && figures.rank !== null;
  const attendance = figures?.attendance;
  return (
    <Box
      sx={{
        '@media print': {
          '& li > div': { p: 1 },
          '& > ul': { gap: 1, gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
        },
      }}
    >
      <StatCards>
        <StatCard
          label={t('studentReport.average')}
          icon={<Average />}
          value={
            letter === null ? (
              percent(figures?.average_grade)
            ) : (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
                {percent(figures?.average_grade)}
                <Box component="span" sx={{ fontSize: '1rem' }}>
                  <LetterChip letter={letter} band={letterBand(letter)} />
                </Box>
              </Box>
            )
          }
        />
        <StatCard
          label={t('labels.rank')}
          icon={<Rank />}
          value={
            figures &&
            (figures.rank === null ? (
              <NoData />
            ) : (
              t('studentReport.rankOf', { rank: figures.rank, total: figures.total_students })
            ))
          }
          hint={hasRank ? textFor(section)(rankHint(figures.total_students)) : ''}
        />
        <StatCard
          label={t('studentReport.attendanceRate')}
          icon={<Attendance />}
          value={percent(figures?.attendance_rate)}
          hint={
            attendance && attendance.registers > 0
              ? t('counted.absences', { smart_count: attendance.excused + attendance.unexcused })
              : ''
          }
        />
        <StatCard
          label={t('labels.subjectsCount')}
          icon={<Subjects />}
          value={figures && <Isolated>{figures.total_subjects}</Isolated>}
        />
      </StatCards>
    </Box>
  );
}

/** "1 of 1" in a larger batch would look like the best of all. */
const rankHint = (resultCount: number) =>
  resultCount === 1 ? 'studentReport.onlyResult' : 'studentReport.rankHint';

function NoData() {
  return (
    <Box component="span" sx={{ fontSize: '1.0625rem', color: 'text.secondary' }}>
      {t('ui.noData')}
    </Box>
  );
}
