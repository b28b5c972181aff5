import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { SaveContextProvider } from 'react-admin';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useText } from '../../i18n/useText';
import { RecordForm } from '../../ui/form/RecordForm';
import { Waiting } from '../../ui/list/ListContent';
import { Page } from '../../ui/page/Page';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { BatchOutcome } from './BatchOutcome';
import { BatchPicker } from './BatchPicker';
import { CodeInput, CodeReplaced } from './CodeInput';
import { SubjectInputs } from './SubjectInputs';
import type { Outcome } from './addToBatches';
import { lastLevel, newSubject, type NewSubject } from './subjectModel';
import { type ReplacedCode, useAddSubject } from './useAddSubject';
import { useBatches, usePrograms } from './useBatches';

export default function SubjectCreate() {
  const t = useText();
  const { data: batches = [] } = useBatches();
  const { saveContext, outcome, replaced, progress } = useAddSubject(batches);
  const isLocked = (outcome?.added.length ?? 0) > 0;
  return (
    <SaveContextProvider value={saveContext}>
      <Page title={t('subjects.addTitle')} subtitle={t('subjects.addQuiet')}>
        <RecordForm defaultValues={{ ...newSubject }} isNew>
          <NewSubjectInputs isLocked={isLocked} replaced={replaced} />
          <NotAdded outcome={outcome} />
          <AddingProgress done={progress} />
        </RecordForm>
      </Page>
    </SaveContextProvider>
  );
}

interface NewSubjectInputsProps {
  /** Some batches have the subject already. */
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

/** The batches that a new subject is offered to. */
function BatchesInput() {
  const t = useText();
  const { field } = useController<NewSubject, 'batch_ids'>({ name: 'batch_ids' });
  const { submitCount } = useFormState();
  const { data, error, isPending, refetch } = useBatches();
  if (isPending) return <Waiting />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
        {sentenceOf(error, t('subjects.batchesFailed'))}
      </Alert>
    );
  }
  if (data.length === 0) {
    return (
      <Alert
        severity="info"
        action={
          <Button component={Link} to="/batches/create">
            {t('subjects.addBatch')}
          </Button>
        }
      >
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

/** In the form that adds a subject: what a save left undone, and the batches left to be tried again. */
function NotAdded({ outcome }: { outcome: Outcome | null }) {
  const t = useText();
  const { setValue } = useFormContext<NewSubject>();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!outcome) return;
    setValue('batch_ids', idsOf(outcome), { shouldDirty: true });
    place.current?.focus();
  }, [outcome, setValue]);

  // Of a single batch the toast has said it all.
  const isAlone = outcome?.failed.length === 1 && outcome.added.length === 0;
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

const idsOf = ({ failed }: Outcome) => failed.map(({ batch }) => batch.id);

/** How far a save to several batches has come. */
function AddingProgress({ done }: { done: number | null }) {
  const t = useText();
  const wanted = useWatch<NewSubject, 'batch_ids'>({ name: 'batch_ids' }).length;
  if (done === null || wanted < 2) return null;
  const label = t('subjects.adding', { done, wanted });
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
        {label}
      </Typography>
      <LinearProgress variant="determinate" value={(done / wanted) * 100} aria-label={label} />
    </>
  );
}
