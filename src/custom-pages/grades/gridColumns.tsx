import History from '@mui/icons-material/History';
import { IconButton, Tooltip } from '@mui/material';
import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from 'react-data-grid';
import { markMessage } from '../../../contract/rules/markMessages';
import { maxNormalAbsenceDays } from '../../../contract/rules/attendance';
import {
  defaultGradeSettings,
  type GradeColumn,
  gradeColumns,
  type GradeSettings,
  columnName,
} from '../../../contract/rules/gradeSettings';
import { parseGrade, markProblem } from '../../../contract/rules/grading';
import { hijriDate } from '../../../contract/rules/hijri';
import { LetterChip } from '../../features/documents/LetterChip';
import { t } from '../../i18n/text';
import { formatMark, type SheetRow, displayText, typedText } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

/** Returns null for the key of a column without marks. */
export const findMarkColumn = (key: string): GradeColumn | null =>
  gradeColumns.find((column) => column === key) ?? null;

/** The buttons in this column handle their own keys. */
export const historyKey = 'history';

type GridColumn = Column<SheetRow>;

const numberCell = { cellClass: 'is-figure', headerCellClass: 'is-figure' };

interface ColumnsInput {
  settings: GradeSettings;
  columns: readonly GradeColumn[];
  isEditable: boolean;
  nameHeading: string;
  onHistory: ((row: SheetRow) => void) | null;
}

export function gridColumns({
  settings,
  columns,
  isEditable,
  nameHeading,
  onHistory,
}: ColumnsInput): GridColumn[] {
  return [
    {
      key: 'index',
      name: t('ui.index'),
      width: 40,
      frozen: true,
      ...numberCell,
      renderCell: ({ rowIdx }) => rowIdx + 1,
    },
    {
      key: 'name',
      name: nameHeading,
      width: 'minmax(210px, 1fr)',
      minWidth: 210,
      frozen: true,
      cellClass: 'is-name',
      renderCell: ({ row }) => (
        <>
          <bdi title={row.studentName}>{row.studentName}</bdi>
          {row.leftOn !== null && (
            <small className="left-note">{t('gradeEntry.leftOn', { date: hijriDate(row.leftOn) })}</small>
          )}
        </>
      ),
    },
    {
      key: 'number',
      name: t('labels.studentNumber'),
      width: 84,
      ...numberCell,
      renderCell: ({ row }) => <bdi>{row.studentId}</bdi>,
    },
    ...columns.map((column) => buildMarkColumn(column, settings, isEditable)),
    {
      key: 'total',
      name: t('labels.total'),
      width: 72,
      ...numberCell,
      cellClass: 'is-figure is-total',
      renderCell: ({ row }) => (row.total === null ? t('ui.nothing') : row.total),
    },
    {
      key: 'letter',
      name: t('labels.letter'),
      width: 76,
      ...numberCell,
      renderCell: ({ row }) => <LetterChip letter={row.letter} band={row.band} />,
    },
    {
      key: 'absences',
      name: t('teaching.absenceDays'),
      width: 60,
      headerCellClass: 'is-figure',
      cellClass: ({ absenceDays }) =>
        absenceDays > maxNormalAbsenceDays ? 'is-figure is-many' : 'is-figure',
      renderCell: ({ row }) => row.absenceDays,
    },
    ...(onHistory ? [historyColumn(onHistory)] : []),
  ];
}

const historyColumn = (onHistory: (row: SheetRow) => void): GridColumn => ({
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

function buildMarkColumn(column: GradeColumn, settings: GradeSettings, isEditable: boolean): GridColumn {
  const isCellEditable = ({ leftOn }: SheetRow) => isEditable && leftOn === null;
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
    cellClass: (row) => (isCellEditable(row) ? 'is-figure is-mark' : 'is-figure'),
    headerCellClass: 'is-figure',
    editable: isCellEditable,
    // The row changes at each key, but the field must stay open.
    editorOptions: { closeOnExternalRowChange: false },
    renderCell: ({ row, rowIdx }) =>
      row.problems[column] ? (
        <InvalidMark row={row} rowIndex={rowIdx} column={column} />
      ) : (
        displayText(row, column)
      ),
    renderEditCell: ({ row, onClose }) => (
      <MarkEditor row={row} column={column} onClose={() => onClose(false, true)} />
    ),
  };
}

export function cellText(row: SheetRow, rowIndex: number, key: string): string {
  const markColumn = findMarkColumn(key);
  if (markColumn) return displayText(row, markColumn);
  const texts: Record<string, string> = {
    index: String(rowIndex + 1),
    name: row.studentName,
    number: row.studentId,
    total: formatMark(row.total),
    letter: row.letter ?? '',
    absences: String(row.absenceDays),
  };
  return texts[key] ?? '';
}

/** The edit of one cell. It is not a React state, because it does not change the rendered output. */
export class EditSession {
  /**
   * True: typing replaces the mark, and the arrow keys leave the cell. False: the keys act inside the field.
   */
  #isReplacing = true;
  #close: (() => void) | null = null;

  get isReplacing(): boolean {
    return this.#isReplacing;
  }

  prepare(isReplacing: boolean): void {
    this.#isReplacing = isReplacing;
  }

  /** A field sets its `close` when it opens, and null when it unmounts. */
  setClose(close: (() => void) | null): void {
    this.#close = close;
  }

  close(): void {
    this.#close?.();
  }
}

/** Must be stable while the user types. */
interface EditorValue extends Pick<GradeSheet, 'type' | 'endTyping'> {
  settings: GradeSettings;
  editSession: EditSession;
}

const noop = () => undefined;

export const EditorContext = createContext<EditorValue>({
  type: noop,
  endTyping: noop,
  settings: defaultGradeSettings,
  editSession: new EditSession(),
});

/** Each key changes the sheet at once, so that the totals update and no mark gets lost. */
function MarkEditor({ row, column, onClose }: { row: SheetRow; column: GradeColumn; onClose: () => void }) {
  const { type, endTyping, settings, editSession } = useContext(EditorContext);
  const [text, setText] = useState(() => typedText(row, column));
  const input = useRef<HTMLInputElement>(null);
  const isInvalid = markProblem(parseGrade(text), settings[`${column}Max`]) !== null;
  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    // If the first key replaces the mark, the mark is selected. Otherwise the caret is at the end.
    if (editSession.isReplacing) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
  }, [editSession]);
  useEffect(() => {
    editSession.setClose(onClose);
    return () => editSession.setClose(null);
  }, [editSession, onClose]);
  useEffect(() => endTyping, [endTyping]);
  return (
    <input
      ref={input}
      className="rdg-text-editor"
      value={text}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      aria-label={t('teaching.cellOf', { column: columnName(settings, column), student: row.studentName })}
      aria-invalid={isInvalid}
      onChange={(event) => {
        setText(event.target.value);
        type({ studentId: row.studentId, column }, event.target.value);
      }}
    />
  );
}

export const problemId = (rowIndex: number, column: GradeColumn) => `refused-${column}-${rowIndex}`;

function InvalidMark({ row, rowIndex, column }: { row: SheetRow; rowIndex: number; column: GradeColumn }) {
  const { settings } = useContext(EditorContext);
  const problem = row.problems[column];
  const message = problem ? markMessage(settings, column, problem) : '';
  // The message is above the cell, because below it would cover the next cell.
  return (
    <Tooltip title={message} placement="top" describeChild disableInteractive>
      <span className="refused-text">
        <bdi>{displayText(row, column)}</bdi>
        <span id={problemId(rowIndex, column)} hidden>
          {message}
        </span>
      </span>
    </Tooltip>
  );
}
