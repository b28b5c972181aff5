import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import type { Outcome } from './addToBatches';
import { BatchOutcome } from './BatchOutcome';
import type { NewSubject } from './subjectModel';

/** In the form that adds a subject: what a save left undone, and the batches left to be tried again. */
export function NotAdded({ outcome }: { outcome: Outcome | null }) {
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
