import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { memo, useState } from 'react';
import { manyAbsenceDays } from '../../../contract/rules/attendance';
import type { GradeColumn, GradeSettings } from '../../../contract/rules/gradeSettings';
import { useText } from '../../i18n/useText';
import { Isolated } from '../../ui/page/Isolated';
import { LetterChip } from '../../ui/report/LetterChip';
import { GradeEntryStudent } from './GradeEntryStudent';
import { markText, type SheetRow } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';
import { columnName } from './useMarkProblem';

interface GradeEntryProps {
  sheet: GradeSheet;
  /** Those that the search has left. */
  rows: readonly SheetRow[];
  onHistory: (row: SheetRow) => void;
}

/** On a phone: a card per student; while marks are typed one student at a time, with a number pad. */
export function GradeEntry({ sheet, rows, onHistory }: GradeEntryProps) {
  const t = useText();
  const [current, setCurrent] = useState<string | null>(null);
  const place = Math.max(
    0,
    rows.findIndex(({ studentId }) => studentId === current),
  );
  const row = rows[place];
  if (sheet.isEditing && row)
    return (
      <GradeEntryStudent
        key={row.studentId}
        sheet={sheet}
        row={row}
        place={place}
        total={rows.length}
        onGo={(step) => setCurrent(rows[place + step]?.studentId ?? row.studentId)}
      />
    );
  return (
    <Stack
      component="ul"
      aria-label={t('gradeEntry.list')}
      spacing={1}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {rows.map((one) => (
        <GradeCard
          key={one.studentId}
          row={one}
          columns={sheet.columns}
          settings={sheet.settings}
          onHistory={onHistory}
          onOpen={() => {
            setCurrent(one.studentId);
            sheet.startEditing();
          }}
        />
      ))}
    </Stack>
  );
}

interface GradeCardProps {
  row: SheetRow;
  columns: readonly GradeColumn[];
  settings: GradeSettings;
  onHistory: (row: SheetRow) => void;
  onOpen: () => void;
}

/** One student with all marks. */
const GradeCard = memo(function GradeCard({ row, columns, settings, onHistory, onOpen }: GradeCardProps) {
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
