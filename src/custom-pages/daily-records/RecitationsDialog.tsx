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
import { ContentFields } from './CardFields';
import { fillRow, typeText } from './dailyEdits';
import {
  type Column,
  type Edits,
  type EntrySettings,
  type RowEdit,
  buildRow,
  rowsToSend,
} from './dailyModel';
import {
  correctionForm,
  furtherForm,
  rebaseForm,
  type RecitationForm,
  refusedForm,
  continueForm,
} from './recitationForm';
import { TextCell } from './RowFields';

interface RecitationsDialogProps {
  record: DailyRecord;
  settings: EntrySettings;
  recitations: Recitations;
  draft: RecitationForm | null;
  onChange: (update: (form: RecitationForm | null) => RecitationForm | null) => void;
  onClose: () => void;
}

const isSameEdit = (first: RowEdit | undefined, second: RowEdit | undefined) =>
  JSON.stringify(first) === JSON.stringify(second);

export default function RecitationsDialog(props: RecitationsDialogProps) {
  const { record, settings, recitations, draft, onChange, onClose } = props;
  const kindNames = useKindNames();
  /** The draft does not store a form without input. */
  const [emptyForm, setEmptyForm] = useState<RecitationForm | null>(null);
  const [isRestored, setIsRestored] = useState(draft !== null);
  const form = draft ?? emptyForm;
  const { studentId, studentName, kind, count } = record;
  const setForm = (next: RecitationForm | null) => {
    onChange(() => next);
    setEmptyForm(next?.edit ? null : next);
  };
  const discardForm = () => {
    setForm(null);
    setIsRestored(false);
  };
  const change = (edit: (before: RecitationForm) => RowEdit | undefined) =>
    form && setForm({ ...form, edit: edit(form) });
  const save = async ({ mark, id, over, edit, tried }: RecitationForm) => {
    const key = 'recitation';
    const edits: Edits = edit ? { [key]: edit } : {};
    const rows = rowsToSend([{ key, student: key, record: over }], edits, settings) as RecordRow[];
    const [row] = rows;
    if (!row) return;
    // A late response must change only the form that sent the request.
    const updateForm = (update: (before: RecitationForm) => RecitationForm | null) =>
      onChange((before) => (before?.mark === mark ? update(before) : before));
    const { studentId: _id, studentName: _name, kind: _kind, version: _version, ...content } = row;
    const outcome =
      id === null
        ? await recitations.add({
            mark,
            studentName,
            kindName: kindNames[kind],
            recitation: { ...content, studentId, kind },
            tried,
            onTry: (attempt) => updateForm((before) => ({ ...before, tried: attempt ?? undefined })),
          })
        : await recitations.change(id, { ...content, version: over.version }, studentName);
    if (outcome.kind === 'saved') {
      updateForm((before) =>
        isSameEdit(before.edit, edit) ? null : continueForm(before, outcome.current, settings),
      );
      setIsRestored(false);
    } else if (outcome.kind === 'stale')
      updateForm((before) => rebaseForm(before, outcome.current, settings));
    else if (outcome.kind === 'reused') updateForm((before) => ({ ...before, mark: newKey() }));
  };
  return (
    <FormDialog
      isOpen
      title={
        count > 1 ? recitationsTitle(count, studentName) : t('hearing.againOf', { student: studentName })
      }
      isDirty={draft !== null}
      onClose={() => {
        discardForm();
        onClose();
      }}
    >
      {form ? (
        <RecitationFields
          form={form}
          settings={settings}
          isBusy={recitations.isBusy}
          onType={(column, text) => change(({ over, edit }) => typeText(over, edit, column, text, settings))}
          onFill={(text, pages) => change(({ over, edit }) => fillRow(over, edit, text, pages, settings))}
          onSave={() => void save(form)}
          isRestored={isRestored}
          onCancel={discardForm}
        />
      ) : (
        <>
          <DialogContent>
            <TodayRecitations
              record={record}
              queued={recitations.waitingOf(studentId, kind)}
              isBusy={recitations.isBusy}
              onEdit={(recitation) => setForm(correctionForm(record, recitation))}
              onDelete={(recitation) => {
                if (recitation.id !== null)
                  void recitations.remove({ ...recitation, id: recitation.id }, studentName);
              }}
              onReview={(recitation) => setForm(refusedForm(record, recitation, settings))}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('ui.close')}</Button>
            <Button variant="contained" onClick={() => setForm(furtherForm(record))}>
              {t('hearing.again')}
            </Button>
          </DialogActions>
        </>
      )}
    </FormDialog>
  );
}

const recitationsTitle = (count: number, student: string) =>
  t('hearing.severalOf', { count: t('hearing.several', { smart_count: count }), student });

interface RecitationFieldsProps {
  form: RecitationForm;
  settings: EntrySettings;
  isBusy: boolean;
  isRestored: boolean;
  onType: (column: Column, text: string) => void;
  onFill: (text: string, pages: number | null) => void;
  onSave: () => void;
  onCancel: () => void;
}

function RecitationFields(props: RecitationFieldsProps) {
  const { form, settings, isBusy, isRestored, onType, onFill, onSave, onCancel } = props;
  const [isChoosing, setIsChoosing] = useState(false);
  const { over: record } = form;
  // The warning shows only after the response is overdue.
  const isLost = form.tried !== undefined && !isBusy;
  const note = isLost ? t('hearing.notAnswered') : isRestored && t('ui.draftRestored');
  const row = buildRow(record, form.edit, settings);
  const { studentName } = record;
  const fields = { studentName, row, settings, isPhone: true, isLocked: false, onType };
  const hasProblems = Object.keys(row.problems).length > 0;
  return (
    <>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 1 }}>
          {note && (
            <Alert severity={isLost ? 'warning' : 'info'} role="status">
              {note}
            </Alert>
          )}
          <ContentFields fields={fields} record={record} onOpenMushaf={() => setIsChoosing(true)} />
          <TextCell {...fields} column="teacherNotes" />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button
          variant="contained"
          disabled={isBusy || hasProblems || row.changed.length === 0}
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
          lastRange={record.lastRange}
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
