import { Button, DialogActions, DialogContent, Stack } from '@mui/material';
import { Suspense, useState } from 'react';
import type { DailyRecord } from '../../../contract/dailyRecords';
import { newKey } from '../../dataProvider/lostWrites';
import { drop } from '../../dataProvider/outbox/outbox';
import type { RecordRow } from '../../dataProvider/outbox/records';
import { t } from '../../i18n/text';
import { FormDialog } from '../../ui/dialog/FormDialog';
import { rangesText, storedRanges } from '../../ui/hearing/hearing';
import { useKindNames } from '../../ui/hearing/hearingSettings';
import { LazyMushafDialog } from '../../ui/hearing/lazyMushafDialog';
import { type HeardOne, TodayRecitations } from '../../ui/hearing/TodayRecitations';
import type { Recitations } from '../../ui/hearing/useRecitations';
import { ContentFields } from './DailyCards';
import { fillRow, typeText } from './dailyEdits';
import { type Column, type Edits, type Entry, type RowEdit, rowOf, rowsToSend } from './dailyModel';
import { TextCell } from './RowFields';

interface RecitationsDialogProps {
  record: DailyRecord;
  entry: Entry;
  recitations: Recitations;
  onClose: () => void;
}

/** What is typed: over nothing, or over the recitation of this row number. */
interface Form {
  mark: string;
  id: number | null;
  over: DailyRecord;
  edit: RowEdit | undefined;
}

/** What a student has recited today in one kind, each to be corrected or deleted by itself, and a further recitation. */
export default function RecitationsDialog({ record, entry, recitations, onClose }: RecitationsDialogProps) {
  const names = useKindNames();
  const [form, setForm] = useState<Form | null>(null);
  const { studentId, studentName, kind, count } = record;
  const change = (edit: (before: Form) => RowEdit | undefined) =>
    setForm((before) => before && { ...before, edit: edit(before) });
  const again = () => setForm({ mark: newKey(), id: null, over: overNothing(record), edit: undefined });
  const save = async ({ mark, id, over, edit }: Form) => {
    const key = 'recitation';
    const edits: Edits = edit ? { [key]: edit } : {};
    const rows = rowsToSend([{ key, student: key, record: over }], edits, entry) as RecordRow[];
    const [sent] = rows;
    if (!sent) return;
    const { studentId: _id, studentName: _name, kind: _kind, version: _version, ...content } = sent;
    if (id === null) {
      const recitation = { ...content, studentId, kind };
      if (await recitations.add({ mark, studentName, kindName: names[kind], recitation })) setForm(null);
      return;
    }
    const outcome = await recitations.change(id, { ...content, version: over.version }, studentName);
    if (outcome.kind === 'saved') setForm(null);
    else if (outcome.kind === 'stale')
      // What was not typed here is as somebody else has stored it.
      setForm((now) => now && { ...now, over: overOne(record, outcome.current) });
  };
  return (
    <FormDialog
      isOpen
      title={count > 1 ? severalOf(count, studentName) : t('hearing.againOf', { student: studentName })}
      isDirty={form?.edit !== undefined}
      onClose={onClose}
    >
      {form ? (
        <RecitationForm
          form={form}
          entry={entry}
          isBusy={recitations.isBusy}
          onType={(column, text) => change(({ over, edit }) => typeText(over, edit, column, text, entry))}
          onFill={(text, pages) => change(({ over, edit }) => fillRow(over, edit, text, pages, entry))}
          onSave={() => void save(form)}
          onCancel={() => setForm(null)}
        />
      ) : (
        <>
          <DialogContent>
            <TodayRecitations
              record={record}
              waiting={recitations.waitingOf(studentId, kind)}
              isBusy={recitations.isBusy}
              onEdit={(one) =>
                setForm({ mark: newKey(), id: one.id, over: overOne(record, one), edit: undefined })
              }
              onDelete={(one) => {
                if (one.id !== null) void recitations.remove({ ...one, id: one.id }, studentName);
              }}
              onReview={(one) => {
                const over = overNothing(record);
                const text = rangesText(storedRanges({ ranges: one.recitation.ranges ?? [] }));
                const content = one.recitation.recordContent ?? text;
                setForm({
                  mark: newKey(),
                  id: null,
                  over,
                  edit: typeText(over, undefined, 'recordContent', content, entry),
                });
                void drop(one);
              }}
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('ui.close')}</Button>
            <Button variant="contained" onClick={again}>
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

const empty = {
  recordContent: null,
  pagesCount: null,
  performanceLevel: null,
  mistakesCount: null,
  teacherNotes: null,
  range: null,
  ranges: [],
  faults: [],
  result: null,
};

/** A row of which nothing is stored. */
const overNothing = (record: DailyRecord): DailyRecord => ({
  ...record,
  ...empty,
  id: null,
  count: 0,
  recitations: [],
  version: 0,
});

/** One recitation as a row of its own. */
const overOne = (record: DailyRecord, one: HeardOne): DailyRecord => ({
  ...record,
  ...one,
  count: 1,
  recitations: [],
});

interface RecitationFormProps {
  form: Form;
  entry: Entry;
  isBusy: boolean;
  onType: (column: Column, text: string) => void;
  onFill: (text: string, pages: number | null) => void;
  onSave: () => void;
  onCancel: () => void;
}

function RecitationForm({ form, entry, isBusy, onType, onFill, onSave, onCancel }: RecitationFormProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { over } = form;
  const row = rowOf(over, form.edit, entry);
  const { studentName } = over;
  const fields = { studentName, row, entry, isPhone: true, isLocked: false, onType };
  const isWrong = Object.keys(row.problems).length > 0;
  return (
    <>
      <DialogContent>
        <Stack spacing={1.5} sx={{ pt: 1 }}>
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
        <Suspense>
          <LazyMushafDialog
            studentName={studentName}
            content={row.texts.recordContent}
            lastRange={over.lastRange}
            canBeSeveral
            onApply={(text, pages) => {
              onFill(text, pages);
              setIsChoosing(false);
            }}
            onClose={() => setIsChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
