import { Alert, Button, DialogActions, DialogContent, Stack } from '@mui/material';
import { useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { newKey } from '../../dataProvider/lostWrites';
import type { RecordRow } from '../../dataProvider/outbox/records';
import { TodayRecitations } from '../../features/hearing/TodayRecitations';
import { useKindNames } from '../../features/hearing/hearingSettings';
import { LazyMushafDialog } from '../../features/hearing/lazyMushafDialog';
import type { Recitations } from '../../features/hearing/useRecitations';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { ContentFields } from './DailyCards';
import { fillRow, typeText } from './dailyEdits';
import { type Column, type Edits, type Entry, type RowEdit, rowOf, rowsToSend } from './dailyModel';
import {
  correctionForm,
  furtherForm,
  overStored,
  type RecitationForm,
  refusedForm,
  typedOn,
} from './recitationForm';
import { TextCell } from './RowFields';

interface RecitationsDialogProps {
  record: DailyRecord;
  entry: Entry;
  recitations: Recitations;
  /** What is typed and not saved. */
  typed: RecitationForm | null;
  onType: (to: (form: RecitationForm | null) => RecitationForm | null) => void;
  onClose: () => void;
}

const isSameEdit = (one: RowEdit | undefined, other: RowEdit | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** What a student has recited today in one kind, each to be corrected or deleted by itself, and a further recitation. */
export default function RecitationsDialog(props: RecitationsDialogProps) {
  const { record, entry, recitations, typed, onType, onClose } = props;
  const names = useKindNames();
  /** A form into which nothing is typed yet. */
  const [begun, setBegun] = useState<RecitationForm | null>(null);
  const [isRestored, setIsRestored] = useState(typed !== null);
  const form = typed ?? begun;
  const { studentId, studentName, kind, count } = record;
  const put = (now: RecitationForm | null) => {
    onType(() => now);
    setBegun(now?.edit ? null : now);
  };
  const leave = () => {
    put(null);
    setIsRestored(false);
  };
  const change = (edit: (before: RecitationForm) => RowEdit | undefined) =>
    form && put({ ...form, edit: edit(form) });
  const save = async ({ mark, id, over, edit, tried }: RecitationForm) => {
    const key = 'recitation';
    const edits: Edits = edit ? { [key]: edit } : {};
    const rows = rowsToSend([{ key, student: key, record: over }], edits, entry) as RecordRow[];
    const [sent] = rows;
    if (!sent) return;
    // An answer that comes late finds another form here, or none.
    const settle = (to: (before: RecitationForm) => RecitationForm | null) =>
      onType((before) => (before?.mark === mark ? to(before) : before));
    const { studentId: _id, studentName: _name, kind: _kind, version: _version, ...content } = sent;
    const outcome =
      id === null
        ? await recitations.add({
            mark,
            studentName,
            kindName: names[kind],
            recitation: { ...content, studentId, kind },
            tried,
            onTry: (now) => settle((before) => ({ ...before, tried: now ?? undefined })),
          })
        : await recitations.change(id, { ...content, version: over.version }, studentName);
    if (outcome.kind === 'saved') {
      settle((before) => (isSameEdit(before.edit, edit) ? null : typedOn(before, outcome.current, entry)));
      setIsRestored(false);
    } else if (outcome.kind === 'stale') settle((before) => overStored(before, outcome.current, entry));
    else if (outcome.kind === 'reused') settle((before) => ({ ...before, mark: newKey() }));
  };
  return (
    <FormDialog
      isOpen
      title={count > 1 ? severalOf(count, studentName) : t('hearing.againOf', { student: studentName })}
      isDirty={typed !== null}
      onClose={() => {
        leave();
        onClose();
      }}
    >
      {form ? (
        <RecitationFields
          form={form}
          entry={entry}
          isBusy={recitations.isBusy}
          onType={(column, text) => change(({ over, edit }) => typeText(over, edit, column, text, entry))}
          onFill={(text, pages) => change(({ over, edit }) => fillRow(over, edit, text, pages, entry))}
          onSave={() => void save(form)}
          isRestored={isRestored}
          onCancel={leave}
        />
      ) : (
        <>
          <DialogContent>
            <TodayRecitations
              record={record}
              queued={recitations.waitingOf(studentId, kind)}
              isBusy={recitations.isBusy}
              onEdit={(one) => put(correctionForm(record, one))}
              onDelete={(one) => {
                if (one.id !== null) void recitations.remove({ ...one, id: one.id }, studentName);
              }}
              onReview={(one) => put(refusedForm(record, one, entry))}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('ui.close')}</Button>
            <Button variant="contained" onClick={() => put(furtherForm(record))}>
              {t('hearing.again')}
            </Button>
          </DialogActions>
        </>
      )}
    </FormDialog>
  );
}

const severalOf = (count: number, student: string) =>
  t('hearing.severalOf', { count: t('hearing.several', { smart_count: count }), student });

interface RecitationFieldsProps {
  form: RecitationForm;
  entry: Entry;
  isBusy: boolean;
  /** It was typed before, and is there again. */
  isRestored: boolean;
  onType: (column: Column, text: string) => void;
  onFill: (text: string, pages: number | null) => void;
  onSave: () => void;
  onCancel: () => void;
}

function RecitationFields(props: RecitationFieldsProps) {
  const { form, entry, isBusy, isRestored, onType, onFill, onSave, onCancel } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  const { over } = form;
  // Until the answer is overdue, nobody need be told that it is not there.
  const isLost = form.tried !== undefined && !isBusy;
  const note = isLost ? t('hearing.notAnswered') : isRestored && t('ui.draftRestored');
  const row = rowOf(over, form.edit, entry);
  const { studentName } = over;
  const fields = { studentName, row, entry, isPhone: true, isLocked: false, onType };
  const isWrong = Object.keys(row.problems).length > 0;
  return (
    <>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 1 }}>
          {note && (
            <Alert severity={isLost ? 'warning' : 'info'} role="status">
              {note}
            </Alert>
          )}
          <ContentFields fields={fields} record={over} onMushaf={() => setIsChoosing(true)} />
          <TextCell {...fields} column="teacherNotes" />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button
          variant="contained"
          disabled={isBusy || isWrong || row.changed.length === 0}
          aria-busy={isBusy}
          onClick={onSave}
        >
          {t('ui.save')}
        </Button>
      </DialogActions>
      {isChoosing && (
        <LazyMushafDialog
          studentName={studentName}
          content={row.texts.recordContent}
          lastRange={over.lastRange}
          canHaveSeveral
          onApply={(text, pages) => {
            onFill(text, pages);
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}
