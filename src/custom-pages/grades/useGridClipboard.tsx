import {
  Button,
  DialogActions,
  DialogContent,
  Table,
  TableBody,
  TableCell,
  TableRow,
  Typography,
} from '@mui/material';
import { type ClipboardEvent, useState } from 'react';
import { useNotify } from 'react-admin';
import { textFor, useStudentText } from '../../i18n/gender';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { Isolated } from '../../ui/page/Isolated';
import { readClipboard, type TextTable, toHtmlTable, toTabbedText } from './clipboard';
import { cellText, historyKey, findMarkColumn, type EditSession } from './gridColumns';
import { type Edges, findEdges, type GridSelection } from './gridSelection';
import { type HeaderNames, type PastePlan, type PasteTarget, planPaste } from './pastePlan';
import { rosterRows, type SheetRow } from './sheetModel';
import type { GradeSheet } from './useGradeSheet';

interface ClipboardOptions {
  sheet: GradeSheet;
  rows: readonly SheetRow[];
  columns: readonly { key: string; name: unknown }[];
  selection: GridSelection;
  editSession: EditSession;
  onClear: () => void;
}

/**
 * Copies the selected block, and pastes a table. Names or numbers in the table identify the students;
 * otherwise the table is a block.
 */
export function useGridClipboard({
  sheet,
  rows,
  columns,
  selection,
  editSession,
  onClear,
}: ClipboardOptions) {
  const notify = useNotify();
  const [outcome, setOutcome] = useState<PastePlan | null>(null);

  const copy = (event: ClipboardEvent) => {
    if (isField(event.target) || !selection.block) return false;
    const edges = findEdges(selection.block);
    const keys = columns
      .slice(edges.firstColumn, edges.lastColumn + 1)
      .filter(({ key }) => key !== historyKey);
    const body = rows
      .slice(edges.firstRow, edges.lastRow + 1)
      .map((row, index) => keys.map(({ key }) => cellText(row, edges.firstRow + index, key)));
    const isWholeSheet =
      body.length === rows.length && edges.lastColumn - edges.firstColumn + 1 === columns.length;
    const table = isWholeSheet ? [keys.map(({ name }) => String(name)), ...body] : body;
    event.clipboardData.setData('text/plain', toTabbedText(table));
    event.clipboardData.setData('text/html', toHtmlTable(table));
    event.preventDefault();
    return true;
  };

  const paste = (event: ClipboardEvent) => {
    if (!sheet.isEditing || sheet.isSaving) return;
    const table = readClipboard({
      html: event.clipboardData.getData('text/html'),
      text: event.clipboardData.getData('text/plain'),
    });
    // The browser pastes a single value into the open field.
    if (isField(event.target) && table.length <= 1 && (table[0]?.length ?? 0) <= 1) return;
    event.preventDefault();
    editSession.close();
    sheet.endTyping();
    apply(table);
  };

  const apply = (table: TextTable) => {
    const target = findTarget(selection, sheet, rows, columns);
    const plan = planPaste(table, rosterRows(sheet.rows), sheet.settings, target, headerNames);
    sheet.enterTexts(plan.entries);
    if (plan.unmatched.length > 0 || plan.ignored.length > 0) setOutcome(plan);
    else if (plan.isCut) notify(t('grades.pasteCut'), { type: 'warning' });
    else if (plan.entries.length === 0) notify(t('grades.pasteNothing'), { type: 'warning' });
    else notify(t('grades.pasted', { smart_count: plan.entries.length }), { type: 'info' });
  };

  return {
    outcome,
    closeOutcome: () => setOutcome(null),
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event) && sheet.isEditing) onClear();
    },
    onPaste: paste,
  };
}

const isField = (target: EventTarget) => target instanceof HTMLInputElement;

/** A paste starts at the selected cell, or at the first mark of its row. */
function findTarget(
  selection: GridSelection,
  sheet: GradeSheet,
  rows: readonly SheetRow[],
  columns: ClipboardOptions['columns'],
): PasteTarget {
  const edges: Edges = selection.block
    ? findEdges(selection.block)
    : { firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: 0 };
  const marks = columns
    .slice(edges.firstColumn, edges.lastColumn + 1)
    .flatMap(({ key }) => findMarkColumn(key) ?? []);
  return {
    students: rosterRows(rows).map(({ studentId }) => studentId),
    firstRow: Math.max(0, edges.firstRow),
    rowCount: edges.lastRow - edges.firstRow + 1,
    firstColumn: marks[0] ?? sheet.columns[0] ?? 'test',
    columnCount: Math.max(1, marks.length),
  };
}

const headerNames: HeaderNames = {
  number: [t('labels.studentNumber'), ...t('grades.headers.number').split('|')],
  name: [
    t('labels.studentName'),
    textFor('girls')('labels.studentName'),
    ...t('grades.headers.name').split('|'),
  ],
  computed: [
    t('labels.total'),
    t('labels.letter'),
    t('teaching.absenceDays'),
    ...t('grades.headers.others').split('|'),
  ],
};

interface PasteOutcomeProps {
  plan: PastePlan;
  onUndo: () => void;
  onClose: () => void;
}

export function PasteOutcome({ plan, onUndo, onClose }: PasteOutcomeProps) {
  const { entries, unmatched, ignored } = plan;
  const text = useStudentText();
  return (
    <FormDialog isOpen title={t('grades.pasteTitle')} onClose={onClose}>
      <DialogContent>
        <Typography sx={{ fontWeight: 600 }}>
          {t('grades.pasted', { smart_count: entries.length })}
        </Typography>
        <Typography color="text.secondary">{t('grades.pasteNotSaved')}</Typography>
        {ignored.length > 0 && (
          <Typography sx={{ mt: 2, overflowWrap: 'anywhere' }}>
            {t('grades.pasteColumns', { columns: ignored.join(t('ui.comma')) })}
          </Typography>
        )}
        {unmatched.length > 0 && (
          <>
            <Typography sx={{ mt: 2 }}>
              {text('grades.pasteUnmatched', { smart_count: unmatched.length })}
            </Typography>
            <Table size="small" aria-label={text('grades.pasteUnmatched', { smart_count: unmatched.length })}>
              <TableBody>
                {unmatched.map(({ row, number, name, reason }) => (
                  <TableRow key={row}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>{t('grades.pasteRow', { row })}</TableCell>
                    <TableCell sx={{ overflowWrap: 'anywhere' }}>
                      <bdi>{name}</bdi> <Isolated>{number}</Isolated>
                    </TableCell>
                    <TableCell>{text(`grades.reason.${reason}`)}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {entries.length > 0 && <Button onClick={onUndo}>{t('grades.pasteUndo')}</Button>}
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('grades.understood')}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
