import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { GradeCard } from './GradeCard';
import { GradeEntryStudent } from './GradeEntryStudent';
import type { SheetRow } from './sheetRow';
import type { GradeSheet } from './useGradeSheet';

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
