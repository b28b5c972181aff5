import { Alert, Box, Button, LinearProgress, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { SaveContextProvider, useGetList } from 'react-admin';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { parseRowId } from '../../../contract/fields';
import { cleanText, sortKey } from '../../../contract/rules/arabicText';
import { nextFreeBase, proposedBase } from '../../../contract/rules/subjectCode';
import type { Subject } from '../../../contract/subjects';
import { t } from '../../i18n/text';
import { RecordForm } from '../../ui/form/RecordForm';
import { SaveAndAddButton } from '../../ui/form/SaveAndAddButton';
import { Waiting } from '../../ui/page/States';
import { Page } from '../../ui/page/Page';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { LinkButton } from '../../ui/page/LinkButton';
import { useSettled } from '../../ui/page/useSettled';
import { type Outcome, type ReplacedCode, useAddSubject, useBatches, usePrograms } from './addToBatches';
import { BatchOutcome, BatchPicker } from './BatchPicker';
import { SubjectInputs } from './SubjectInputs';
import { baseFrom, baseOfSubject, lastLevel, newSubject, type NewSubject } from './subjectModel';

export default function SubjectCreate() {
  const { data: batches = [] } = useBatches();
  const { saveContext, outcome, replaced, progress } = useAddSubject(batches);
  const isLocked = (outcome?.added.length ?? 0) > 0;
  const batchId = parseRowId(useSearchParams()[0].get('batch_id'));
  const [{ turn, values }, setForm] = useState({
    turn: 0,
    values: { ...newSubject, batch_ids: batchId === null ? [] : [batchId] },
  });
  const addNext = ({ level, batch_ids }: Pick<NewSubject, 'level' | 'batch_ids'>) =>
    setForm({ turn: turn + 1, values: { ...newSubject, level, batch_ids } });
  return (
    <SaveContextProvider value={saveContext}>
      <Page title={t('subjects.addTitle')} subtitle={t('subjects.addQuiet')}>
        {/* A new form for each subject, so that nothing of the last one stays but its level and batches. */}
        <RecordForm
          key={turn}
          defaultValues={values}
          isNew
          secondSave={<SaveAndAddButton label={t('subjects.saveAndAdd')} onSaved={addNext} />}
        >
          <NewSubjectInputs isLocked={isLocked} replaced={replaced} />
          <NotAdded outcome={outcome} />
          <AddingProgress done={progress} />
        </RecordForm>
      </Page>
    </SaveContextProvider>
  );
}

interface NewSubjectInputsProps {
  /** Some batches already have the subject. */
  isLocked: boolean;
  replaced: ReplacedCode | null;
}

function NewSubjectInputs({ isLocked, replaced }: NewSubjectInputsProps) {
  const { data: batches = [] } = useBatches();
  const programs = usePrograms();
  const chosen = useWatch<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const last = lastLevel(
    batches.filter(({ id }) => chosen.includes(id)),
    programs,
  );
  return (
    <SubjectInputs lastLevel={last} isLocked={isLocked}>
      <CodeInput isLocked={isLocked} />
      <CodeReplaced replaced={replaced} />
      <BatchesInput />
    </SubjectInputs>
  );
}

/** Chooses the batches for a new subject. */
function BatchesInput() {
  const { field } = useController<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const { submitCount } = useFormState();
  const { data, error, isPending, refetch } = useBatches();
  if (isPending) return <Waiting />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        {sentenceOf(error, t('batches.loadFailed'))}
      </Alert>
    );
  }
  if (data.length === 0) {
    return (
      <Alert severity="info" action={<LinkButton to="/batches/create" label={t('batches.add')} />}>
        {t('subjects.noBatches')}
      </Alert>
    );
  }
  const isMissing = submitCount > 0 && field.value.length === 0;
  return (
    <BatchPicker
      legend={t('subjects.chooseBatches')}
      batches={data}
      value={field.value}
      onChange={field.onChange}
      error={isMissing ? t('validation.chooseBatch') : null}
    />
  );
}

/** The batches that failed in the last save; they stay chosen for another try. */
function NotAdded({ outcome }: { outcome: Outcome | null }) {
  const { setValue } = useFormContext<NewSubject>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!outcome) return;
    setValue('batch_ids', idsOf(outcome), { shouldDirty: true });
    place.current?.focus();
  }, [outcome, setValue]);

  // For a single batch the toast has said everything.
  const isAlone = outcome !== null && outcome.added.length === 0 && idsOf(outcome).length === 1;
  if (!outcome || isAlone) return null;
  return (
    <Box ref={place} tabIndex={-1} sx={{ scrollMarginBottom: 96, outline: 'none' }}>
      <BatchOutcome
        outcome={outcome}
        reasonOf={(problem) => sentenceOf(problem, t('subjects.saveFailed'))}
        sx={{ mt: 2 }}
      />
    </Box>
  );
}

const idsOf = ({ failed, heldBack }: Outcome) =>
  [...failed.map(({ batch }) => batch), ...heldBack].map(({ id }) => id);

/** The progress of a save to several batches. */
function AddingProgress({ done }: { done: number | null }) {
  const wanted = useWatch<NewSubject, 'batch_ids'>({ name: 'batch_ids' }).length;
  if (done === null || wanted < 2) return null;
  const label = t('subjects.adding', { done, wanted });
  return (
    <>
      <SecondaryText sx={{ mt: 2 }}>{label}</SecondaryText>
      <LinearProgress variant="determinate" value={(done / wanted) * 100} aria-label={label} />
    </>
  );
}

/** The base code of a new subject: proposed, and editable until it is saved. */
function CodeInput({ isLocked }: { isLocked: boolean }) {
  const [isTyping, setIsTyping] = useState(false);
  const validate = (code: string) => {
    if (code.trim() === '') return t('validation.required');
    return baseFrom(code) === null ? t('subjects.codeShape') : undefined;
  };
  const { field, fieldState } = useController<NewSubject, 'subject_code'>({
    name: 'subject_code',
    rules: { validate },
  });
  const { isOwn } = useProposedCode(isTyping || isLocked);
  const namesakeCode = useNamesake();
  const hint = isLocked ? 'subjects.codeLocked' : isOwn ? 'subjects.codeOwn' : 'subjects.codeProposed';
  return (
    <>
      <TextField
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        inputRef={field.ref}
        label={t('resources.subjects.fields.subject_code')}
        required
        disabled={isLocked}
        onFocus={() => setIsTyping(true)}
        onBlur={() => {
          setIsTyping(false);
          field.onBlur();
        }}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? t(hint)}
        slotProps={{
          htmlInput: { dir: 'auto', maxLength: 20, autoComplete: 'off', style: { textAlign: 'right' } },
        }}
      />
      {namesakeCode && !isLocked && <SameName code={namesakeCode} />}
    </>
  );
}

/** A code inside a sentence keeps its own direction. */
const isolated = (code: string) => `\u2068${code}\u2069`;

/** The code belonged to another subject: says that it was replaced by a free one. */
function CodeReplaced({ replaced }: { replaced: ReplacedCode | null }) {
  const { setValue, setFocus } = useFormContext<NewSubject>();
  useEffect(() => {
    if (!replaced) return;
    setValue('subject_code', replaced.suggested, { shouldDirty: true, shouldValidate: true });
    setFocus('subject_code');
  }, [replaced, setValue, setFocus]);
  if (!replaced) return null;
  const codes = { taken: isolated(replaced.taken), suggested: isolated(replaced.suggested) };
  return <Alert severity="warning">{t('subjects.codeReplaced', codes)}</Alert>;
}

/** Warns that a subject of this name exists, which may be the one that is meant. */
function SameName({ code }: { code: string }) {
  return (
    <Alert severity="info" role="status">
      {t('subjects.sameName', { code: isolated(code) })}
    </Alert>
  );
}

/**
 * Keeps the code at the first free one for name and level, until the person types another. Does not change it while
 * the field has the focus.
 */
function useProposedCode(isTyping: boolean) {
  const { control, setValue, getFieldState } = useFormContext<NewSubject>();
  const { dirtyFields, isSubmitted } = useFormState({ control });
  const [name, level] = useWatch({ control, name: ['name', 'level'] });
  const wanted = cleanText(name ?? '') === '' ? '' : proposedBase(name, level);
  // Codes of the same hundred, because they have the same beginning.
  const neighbours = useFoundSubjects(wanted.slice(0, -2), 1_000);
  const proposal = wanted && nextFreeBase(wanted, new Set(neighbours.map(baseOfSubject)));
  const isOwn = Boolean(dirtyFields.subject_code);
  useEffect(() => {
    if (isOwn || isTyping) return;
    const shouldValidate = isSubmitted && getFieldState('subject_code').invalid;
    setValue('subject_code', proposal, { shouldValidate });
  }, [proposal, isOwn, isTyping, isSubmitted, setValue, getFieldState]);
  return { isOwn };
}

/** The base code of an existing subject with the name in the form; null if there is none. */
function useNamesake(): string | null {
  const name = useWatch<NewSubject, 'name'>({ name: 'name' });
  const key = sortKey(name ?? '');
  const found = useFoundSubjects(key, 25).find((subject) => sortKey(subject.name) === key);
  return found ? baseOfSubject(found) : null;
}

const none: readonly Subject[] = [];

/** The first subjects that a search finds, a moment after the last change; none for an empty text. */
function useFoundSubjects(query: string, most: number): readonly Subject[] {
  const asked = useSettled(query);
  const { data } = useGetList<Subject>(
    'subjects',
    {
      filter: { q: asked },
      pagination: { page: 1, perPage: most },
      sort: { field: 'subject_code', order: 'ASC' },
    },
    { enabled: asked !== '' },
  );
  return (asked === query && data) || none;
}
