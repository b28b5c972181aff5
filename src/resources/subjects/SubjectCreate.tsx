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
import { useInitialValues } from '../../ui/form/useInitialValues';
import { SaveAndAddButton } from '../../ui/form/SaveAndAddButton';
import { LoadingState } from '../../ui/page/States';
import { Page } from '../../ui/page/Page';
import { problemMessage } from '../../ui/page/problemMessage';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { LinkButton } from '../../ui/page/LinkButton';
import { useDebouncedText } from '../../ui/page/useDebouncedText';
import { type Outcome, type ReplacedCode, useAddSubject, useBatches, usePrograms } from './addToBatches';
import { BatchOutcome, BatchPicker } from './BatchPicker';
import { SubjectInputs } from './SubjectInputs';
import { cleanBase, baseOfSubject, commonMaxLevel, newSubject, type NewSubject } from './subjectModel';

export default function SubjectCreate() {
  const { data: batches = [] } = useBatches();
  const { saveContext, outcome, replacedCode, progress } = useAddSubject(batches);
  const isLocked = (outcome?.added.length ?? 0) > 0;
  const batchId = parseRowId(useSearchParams()[0].get('batch_id'));
  const [{ formNumber, values }, setForm] = useState({
    formNumber: 0,
    values: { ...newSubject, batch_ids: batchId === null ? [] : [batchId] },
  });
  const addNext = ({ level, batch_ids }: Pick<NewSubject, 'level' | 'batch_ids'>) =>
    setForm({ formNumber: formNumber + 1, values: { ...newSubject, level, batch_ids } });
  return (
    <SaveContextProvider value={saveContext}>
      <Page title={t('subjects.addTitle')} subtitle={t('subjects.addSubtitle')}>
        {/* The new key removes all state of the previous subject. */}
        <RecordForm
          key={formNumber}
          defaultValues={values}
          isNew
          secondSave={<SaveAndAddButton label={t('subjects.saveAndAdd')} onSaved={addNext} />}
        >
          <NewSubjectInputs isLocked={isLocked} replacedCode={replacedCode} />
          <FailedBatches outcome={outcome} />
          <AddingProgress done={progress} />
        </RecordForm>
      </Page>
    </SaveContextProvider>
  );
}

interface NewSubjectInputsProps {
  isLocked: boolean;
  replacedCode: ReplacedCode | null;
}

function NewSubjectInputs({ isLocked, replacedCode }: NewSubjectInputsProps) {
  const { data: batches = [] } = useBatches();
  const programs = usePrograms();
  const chosenBatchIds = useWatch<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const maxLevel = commonMaxLevel(
    batches.filter(({ id }) => chosenBatchIds.includes(id)),
    programs,
  );
  return (
    <SubjectInputs maxLevel={maxLevel} isLocked={isLocked}>
      <CodeInput isLocked={isLocked} />
      <ReplacedCodeNotice replacedCode={replacedCode} />
      <BatchesInput />
    </SubjectInputs>
  );
}

function BatchesInput() {
  const { field } = useController<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const { submitCount } = useFormState();
  const { data, error, isPending, refetch } = useBatches();
  useInitialValues({ batch_ids: data?.length === 1 ? data.map(({ id }) => id) : [] });
  if (isPending) return <LoadingState shape="rows" />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        {problemMessage(error, t('batches.loadFailed'))}
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

/** Lists the batches that failed in the last save. They stay selected for a retry. */
function FailedBatches({ outcome }: { outcome: Outcome | null }) {
  const { setValue } = useFormContext<NewSubject>();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!outcome) return;
    setValue('batch_ids', unaddedIds(outcome), { shouldDirty: true });
    container.current?.focus();
  }, [outcome, setValue]);

  // A toast is enough for a single batch.
  const isSingle = outcome !== null && outcome.added.length === 0 && unaddedIds(outcome).length === 1;
  if (!outcome || isSingle) return null;
  return (
    <Box ref={container} tabIndex={-1} sx={{ scrollMarginBottom: 96, outline: 'none' }}>
      <BatchOutcome
        outcome={outcome}
        describeProblem={(problem) => problemMessage(problem, t('subjects.saveFailed'))}
        sx={{ mt: 2 }}
      />
    </Box>
  );
}

const unaddedIds = ({ failed, skipped }: Outcome) =>
  [...failed.map(({ batch }) => batch), ...skipped].map(({ id }) => id);

function AddingProgress({ done }: { done: number | null }) {
  const total = useWatch<NewSubject, 'batch_ids'>({ name: 'batch_ids' }).length;
  if (done === null || total < 2) return null;
  const label = t('subjects.adding', { done, wanted: total });
  return (
    <>
      <SecondaryText sx={{ mt: 2 }}>{label}</SecondaryText>
      <LinearProgress variant="determinate" value={(done / total) * 100} aria-label={label} />
    </>
  );
}

/** Proposes a base code. The user can edit the code until the first save. */
function CodeInput({ isLocked }: { isLocked: boolean }) {
  const [isTyping, setIsTyping] = useState(false);
  const validate = (code: string) => {
    if (code.trim() === '') return t('validation.required');
    return cleanBase(code) === null ? t('subjects.codeShape') : undefined;
  };
  const { field, fieldState } = useController<NewSubject, 'subject_code'>({
    name: 'subject_code',
    rules: { validate },
  });
  const { isEdited } = useProposedCode(isTyping || isLocked);
  const sameNameCode = useSameNameCode();
  const hint = isLocked ? 'subjects.codeLocked' : isEdited ? 'subjects.codeOwn' : 'subjects.codeProposed';
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
      {sameNameCode && !isLocked && <SameNameWarning code={sameNameCode} />}
    </>
  );
}

/** Unicode isolates keep the code left-to-right inside Arabic text. */
const isolateDirection = (code: string) => `\u2068${code}\u2069`;

/** Another subject has the code, so the form proposes a free one and says so. */
function ReplacedCodeNotice({ replacedCode }: { replacedCode: ReplacedCode | null }) {
  const { setValue, setFocus } = useFormContext<NewSubject>();
  useEffect(() => {
    if (!replacedCode) return;
    setValue('subject_code', replacedCode.freeCode, { shouldDirty: true, shouldValidate: true });
    setFocus('subject_code');
  }, [replacedCode, setValue, setFocus]);
  if (!replacedCode) return null;
  const codes = {
    taken: isolateDirection(replacedCode.sentCode),
    suggested: isolateDirection(replacedCode.freeCode),
  };
  return <Alert severity="warning">{t('subjects.codeReplaced', codes)}</Alert>;
}

/** Warns that a subject with this name exists already. */
function SameNameWarning({ code }: { code: string }) {
  return (
    <Alert severity="info" role="status">
      {t('subjects.sameName', { code: isolateDirection(code) })}
    </Alert>
  );
}

/** Proposes the first free code for the name and level, until the user types a code. */
function useProposedCode(isPaused: boolean) {
  const { control, setValue, getFieldState } = useFormContext<NewSubject>();
  const { dirtyFields, isSubmitted } = useFormState({ control });
  const [name, level] = useWatch({ control, name: ['name', 'level'] });
  const preferredCode = cleanText(name ?? '') === '' ? '' : proposedBase(name, level);
  // All codes of a hundred share this prefix.
  const similarSubjects = useSubjectSearch(preferredCode.slice(0, -2), 1_000);
  const proposal = preferredCode && nextFreeBase(preferredCode, new Set(similarSubjects.map(baseOfSubject)));
  const isEdited = Boolean(dirtyFields.subject_code);
  useEffect(() => {
    if (isEdited || isPaused) return;
    const shouldValidate = isSubmitted && getFieldState('subject_code').invalid;
    setValue('subject_code', proposal, { shouldValidate });
  }, [proposal, isEdited, isPaused, isSubmitted, setValue, getFieldState]);
  return { isEdited };
}

/** Returns the base code of an existing subject with the same name. */
function useSameNameCode(): string | null {
  const name = useWatch<NewSubject, 'name'>({ name: 'name' });
  const key = sortKey(name ?? '');
  const match = useSubjectSearch(key, 25).find((subject) => sortKey(subject.name) === key);
  return match ? baseOfSubject(match) : null;
}

const noSubjects: readonly Subject[] = [];

/** Debounces the query. An empty query returns no subjects. */
function useSubjectSearch(query: string, limit: number): readonly Subject[] {
  const settledQuery = useDebouncedText(query);
  const { data } = useGetList<Subject>(
    'subjects',
    {
      filter: { q: settledQuery },
      pagination: { page: 1, perPage: limit },
      sort: { field: 'subject_code', order: 'ASC' },
    },
    { enabled: settledQuery !== '' },
  );
  return (settledQuery === query && data) || noSubjects;
}
