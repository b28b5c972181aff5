import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { manyAbsenceDays } from '../../../contract/rules/attendance';
import type { GradeColumn, GradeSettings } from '../../../contract/rules/gradeSettings';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { LetterChip } from '../../ui/report/LetterChip';
import { markText, type SheetRow } from './sheetRow';
import { columnName } from './useMarkProblem';

interface GradeCardProps {
  row: SheetRow;
  columns: readonly GradeColumn[];
  settings: GradeSettings;
  onHistory: (row: SheetRow) => void;
  onOpen: () => void;
}

/** One student with all marks. */
export const GradeCard = memo(function GradeCard({
  row,
  columns,
  settings,
  onHistory,
  onOpen,
}: GradeCardProps) {
  const t = useText();
  const { studentId, studentName, total, letter, band, absenceDays, marks } = row;
  return (
    <Card component="li" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{studentName}</Typography>
          <Typography variant="body2" color="text.secondary">
            <Isolated>{studentId}</Isolated>
          </Typography>
        </Box>
        <LetterChip letter={letter} band={band} />
      </Box>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 1,
          display: 'grid',
          gap: 0.5,
          columnGap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(6rem, 1fr))',
        }}
      >
        {columns.map((column) => (
          <Fact key={column} name={columnName(settings, column)} value={markText(marks[column])} />
        ))}
        <Fact name={t('gradeEntry.total')} value={markText(total)} isStrong />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', mt: 1 }}>
        <Typography
          variant="body2"
          sx={{ flex: 1, color: absenceDays > manyAbsenceDays ? 'error.main' : 'text.secondary' }}
        >
          {t('gradeEntry.absences', { smart_count: absenceDays })}
        </Typography>
        <IconButton
          aria-label={t('gradeEntry.historyOf', { student: studentName })}
          onClick={() => onHistory(row)}
        >
          <History />
        </IconButton>
        <IconButton aria-label={t('ui.editOf', { name: studentName })} onClick={onOpen} color="primary">
          <Edit />
        </IconButton>
      </Box>
    </Card>
  );
});

const Fact = ({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) => (
  <div>
    <Typography component="dt" variant="caption" color="text.secondary">
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: isStrong ? 700 : 500 }}>
      <Isolated>{value || '—'}</Isolated>
    </Typography>
  </div>
);
