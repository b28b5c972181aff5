import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/sentenceOf';
import { BatchOutcome } from './BatchOutcome';
import type { NewSubject } from './subjectModel';
import type { Unfinished } from './useAddSubject';

/** In the form that adds a subject: what a save left undone, and the form made ready to do the rest. */
export function NotAdded({ unfinished }: { unfinished: Unfinished | null }) {
  const t = useText();
  const { setValue } = useFormContext<NewSubject>();
  useEffect(() => {
    if (!unfinished) return;
    const { outcome, replaced } = unfinished;
    if (replaced) setValue('subject_code', replaced.suggested, { shouldDirty: true, shouldValidate: true });
    else setValue('batch_ids', outcome.failed.map(({ batch }) => batch.id), { shouldDirty: true });
  }, [unfinished, setValue]);

  if (!unfinished) return null;
  const { outcome, replaced } = unfinished;
  if (replaced) {
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        {t('subjects.codeReplaced', { taken: isolated(replaced.taken), suggested: isolated(replaced.suggested) })}
      </Alert>
    );
  }
  const isAlone = outcome.failed.length === 1 && outcome.added.length === 0;
  if (isAlone) return null;
  return (
    <BatchOutcome
      outcome={outcome}
      reasonOf={(problem) => sentenceOf(problem, t('subjects.saveFailed'))}
      sx={{ mt: 2 }}
    />
  );
}

/** A code inside a sentence keeps its own order of signs. */
const isolated = (code: string) => `\u2068${code}\u2069`;

/** How far a save to several batches has come. */
export function AddingProgress({ done }: { done: number | null }) {
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
