import Edit from '@mui/icons-material/EditOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import { Box, Card, IconButton, Stack, Typography } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { maxNormalAbsenceDays } from '../../../contract/rules/attendance';
import { type GradeColumn, type GradeSettings, columnName } from '../../../contract/rules/gradeSettings';
import { hijriDate } from '../../../contract/rules/hijri';
import { LetterChip } from '../../features/documents/LetterChip';
import { useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { useFirstRows } from '../../ui/list/useFirstRows';
import { Isolated } from '../../ui/page/Isolated';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { useStableHandler } from '../../ui/page/useStableHandler';
import { GradeEntryStudent } from './GradeEntryStudent';
import { openField } from './markKeys';
import { formatMark, rosterRows, type SheetRow, type ActiveCell } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface GradeEntryProps {
  sheet: GradeSheet;
  rows: readonly SheetRow[];
  /** The grid of wide screens shares this object. */
  activeCell: ActiveCell;
  /** In edit mode, the bar below the number pad. */
  saveBar: ReactNode;
  onHistory: (row: SheetRow) => void;
}

/**
 * The view for phones: a card for each student. In edit mode, one student and one column at a time, with a
 * number pad.
 */
export default function GradeEntry({
  sheet,
  rows: allRows,
  activeCell,
  saveBar,
  onHistory,
}: GradeEntryProps) {
  const text = useStudentText();
  const rows = sheet.isEditing ? rosterRows(allRows) : allRows;
  const cards = useFirstRows(rows);
  const [open, setOpen] = useState(() => openField(activeCell.cell?.studentId ?? ''));
  const [chosenColumn, setChosenColumn] = useState(() => activeCell.cell?.column ?? null);
  const openCard = useStableHandler((studentId: string) => {
    setOpen(openField(studentId));
    sheet.startEditing();
  });
  const index = Math.max(
    0,
    rows.findIndex(({ studentId }) => studentId === open.studentId),
  );
  const row = rows[index];
  const column = sheet.columns.find((one) => one === chosenColumn) ?? sheet.columns[0];
  useEffect(() => {
    if (sheet.isEditing && row && column) activeCell.set({ studentId: row.studentId, column });
  });
  if (sheet.isEditing && row && column)
    return (
      <GradeEntryStudent
        sheet={sheet}
        rows={rows}
        row={row}
        column={column}
        // A search may have hidden the student whose field was open.
        open={open.studentId === row.studentId ? open : openField(row.studentId)}
        onOpen={setOpen}
        onSelectColumn={(newColumn, studentId) => {
          setChosenColumn(newColumn);
          setOpen(openField(studentId));
        }}
        saveBar={saveBar}
      />
    );
  return (
    <>
      <Stack
        component="ul"
        aria-label={text('gradeEntry.list')}
        spacing={1}
        sx={{ m: 0, p: 0, listStyle: 'none' }}
      >
        {cards.map((cardRow) => (
          <GradeCard
            key={cardRow.studentId}
            row={cardRow}
            columns={sheet.columns}
            settings={sheet.settings}
            onHistory={onHistory}
            onOpen={openCard}
          />
        ))}
      </Stack>
      {saveBar}
    </>
  );
}

interface GradeCardProps {
  row: SheetRow;
  columns: readonly GradeColumn[];
  settings: GradeSettings;
  onHistory: (row: SheetRow) => void;
  onOpen: (studentId: string) => void;
}

const GradeCard = memo(function GradeCard({ row, columns, settings, onHistory, onOpen }: GradeCardProps) {
  const { studentId, studentName, total, letter, band, absenceDays, leftOn, marks } = row;
  return (
    <Card
      component="li"
      sx={{ px: 1.5, py: 1, ...(leftOn && { backgroundColor: ({ colours }: Theme) => colours.sunken }) }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' }}>
            {studentName}
          </Typography>
          {leftOn !== null && (
            <SecondaryText variant="caption" component="p">
              {t('gradeEntry.leftOn', { date: hijriDate(leftOn) })}
            </SecondaryText>
          )}
        </Box>
        <LetterChip letter={letter} band={band} />
      </Box>
      <Box component="dl" sx={factStyles}>
        {columns.map((column) => (
          <Fact key={column} name={columnName(settings, column)} value={formatMark(marks[column])} />
        ))}
        <Fact name={t('labels.total')} value={formatMark(total)} isStrong />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <Typography variant="caption" sx={{ flex: 1, color: 'text.secondary' }}>
          <Isolated>{studentId}</Isolated>
          {' · '}
          <Box component="span" sx={absenceDays > maxNormalAbsenceDays ? { color: 'error.main' } : {}}>
            {t('gradeEntry.absences', { smart_count: absenceDays })}
          </Box>
        </Typography>
        <IconButton
          aria-label={t('gradeEntry.historyOf', { student: studentName })}
          onClick={() => onHistory(row)}
        >
          <History />
        </IconButton>
        {leftOn === null && (
          <IconButton
            aria-label={t('ui.editOf', { name: studentName })}
            onClick={() => onOpen(studentId)}
            color="primary"
          >
            <Edit />
          </IconButton>
        )}
      </Box>
    </Card>
  );
});

/** A row has at least three facts, so that the list is short. */
const factStyles = {
  m: 0,
  mt: 0.5,
  display: 'grid',
  columnGap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(5.25rem, 1fr))',
} as const;

const Fact = ({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) => (
  <Box sx={{ minWidth: 0 }}>
    <SecondaryText component="dt" variant="caption" noWrap sx={{ display: 'block', lineHeight: 1.5 }}>
      {name}
    </SecondaryText>
    <Typography component="dd" sx={{ m: 0, lineHeight: 1.4, fontWeight: isStrong ? 700 : 500 }}>
      <Isolated>{value || '—'}</Isolated>
    </Typography>
  </Box>
);
