import History from '@mui/icons-material/History';
import IconButton from '@mui/material/IconButton';
import type { Column } from 'react-data-grid';
import { manyAbsenceDays } from '../../../contract/rules/attendance';
import { type GradeColumn, gradeColumns, type GradeSettings } from '../../../contract/rules/gradeSettings';
import type { Text } from '../../i18n/useText';
import { LetterChip } from '../../ui/report/LetterChip';
import { MarkEditor, RefusedMark } from './MarkCell';
import { markText, type SheetRow, shownText } from './sheetRow';
import { columnName } from './useMarkProblem';

/** The mark column of a column of the grid; null of the others. */
export const markColumn = (key: string): GradeColumn | null =>
  gradeColumns.find((column) => column === key) ?? null;

/** A column of buttons: its keys are theirs. */
export const historyKey = 'history';

type GridColumn = Column<SheetRow>;

const figure = { cellClass: 'is-figure', headerCellClass: 'is-figure' };

interface ColumnsInput {
  t: Text;
  settings: GradeSettings;
  columns: readonly GradeColumn[];
  isEditable: boolean;
  /** Null where the server keeps no history. */
  onHistory: ((row: SheetRow) => void) | null;
}

/** Number, name and student number; the subject's own columns; and what follows from them. */
export function gridColumns({ t, settings, columns, isEditable, onHistory }: ColumnsInput): GridColumn[] {
  return [
    {
      key: 'index',
      name: t('ui.index'),
      width: 40,
      frozen: true,
      ...figure,
      renderCell: ({ rowIdx }) => rowIdx + 1,
    },
    {
      key: 'name',
      name: t('grades.studentName'),
      width: 'minmax(180px, 1fr)',
      minWidth: 180,
      frozen: true,
      cellClass: 'is-name',
      renderCell: ({ row }) => <bdi title={row.studentName}>{row.studentName}</bdi>,
    },
    {
      key: 'number',
      name: t('grades.studentNumber'),
      width: 96,
      ...figure,
      renderCell: ({ row }) => <bdi>{row.studentId}</bdi>,
    },
    ...columns.map((column) => markColumnOf(column, settings, t, isEditable)),
    {
      key: 'total',
      name: t('grades.total'),
      width: 72,
      ...figure,
      cellClass: 'is-figure is-total',
      renderCell: ({ row }) => (row.total === null ? t('ui.nothing') : row.total),
    },
    {
      key: 'letter',
      name: t('grades.letter'),
      width: 82,
      ...figure,
      renderCell: ({ row }) => <LetterChip letter={row.letter} band={row.band} />,
    },
    {
      key: 'absences',
      name: t('grades.absenceDays'),
      width: 64,
      headerCellClass: 'is-figure',
      cellClass: ({ absenceDays }) => (absenceDays > manyAbsenceDays ? 'is-figure is-many' : 'is-figure'),
      renderCell: ({ row }) => row.absenceDays,
    },
    ...(onHistory ? [historyColumn(t, onHistory)] : []),
  ];
}

const historyColumn = (t: Text, onHistory: (row: SheetRow) => void): GridColumn => ({
  key: historyKey,
  name: t('gradeEntry.history'),
  width: 44,
  cellClass: 'is-figure is-button',
  renderHeaderCell: () => <span className="hidden-text">{t('gradeEntry.history')}</span>,
  renderCell: ({ row, tabIndex }) => (
    <IconButton
      size="small"
      tabIndex={tabIndex}
      aria-label={t('gradeEntry.historyOf', { student: row.studentName })}
      title={t('gradeEntry.history')}
      onClick={() => onHistory(row)}
    >
      <History fontSize="small" />
    </IconButton>
  ),
});

function markColumnOf(
  column: GradeColumn,
  settings: GradeSettings,
  t: Text,
  isEditable: boolean,
): GridColumn {
  return {
    key: column,
    name: t('grades.columnOf', { column: columnName(settings, column), max: settings[`${column}Max`] }),
    width: 'minmax(76px, 120px)',
    minWidth: 76,
    renderHeaderCell: () => (
      <>
        <span>{columnName(settings, column)}</span> <span>/ {settings[`${column}Max`]}</span>
      </>
    ),
    cellClass: isEditable ? 'is-figure is-mark' : 'is-figure',
    headerCellClass: 'is-figure',
    editable: isEditable,
    // The row changes with every key: the field stays open all the same.
    editorOptions: { closeOnExternalRowChange: false },
    renderCell: ({ row, rowIdx }) =>
      row.problems[column] ? (
        <RefusedMark row={row} rowIndex={rowIdx} column={column} />
      ) : (
        shownText(row, column)
      ),
    renderEditCell: ({ row, onClose }) => (
      <MarkEditor row={row} column={column} onClose={() => onClose(false, true)} />
    ),
  };
}

/** What a cell says in text, for the clipboard. */
export function cellText(row: SheetRow, rowIndex: number, key: string): string {
  const mark = markColumn(key);
  if (mark) return shownText(row, mark);
  const texts: Record<string, string> = {
    index: String(rowIndex + 1),
    name: row.studentName,
    number: row.studentId,
    total: markText(row.total),
    letter: row.letter ?? '',
    absences: String(row.absenceDays),
  };
  return texts[key] ?? '';
}
