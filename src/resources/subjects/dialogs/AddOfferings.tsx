import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Offering } from '../../../../contract/subjects';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useText } from '../../../i18n/useText';
import { sentenceOf } from '../../../ui/page/sentenceOf';
import { ErrorState } from '../../../ui/page/States';
import { BatchOutcome } from '../BatchOutcome';
import { BatchPicker } from '../BatchPicker';
import { useBatches } from '../useBatches';
import { useAddOfferings } from './useAddOfferings';

interface AddOfferingsProps {
  base: string;
  /** The offering whose settings the new ones get. */
  sourceCode: string;
  offerings: readonly Offering[];
  onDirty: (isDirty: boolean) => void;
}

/** Offers the subject to further batches. */
export function AddOfferings({ base, sourceCode, offerings, onDirty }: AddOfferingsProps) {
  const t = useText();
  const { data, isPending: isReading, error, refetch } = useBatches();
  const adding = useAddOfferings({ base, sourceCode, onDirty });
  const reasonOf = (problem: unknown) =>
    problem instanceof ApiProblem && problem.status === 409
      ? t('subjects.offerings.exists')
      : sentenceOf(problem, t('subjects.offerings.addFailed'));

  if (isReading) return <Skeleton height={120} />;
  if (!data) {
    return <ErrorState title={t('subjects.batchesFailed')} error={error} onRetry={() => void refetch()} />;
  }
  const taken = new Set(offerings.map(({ batch_id }) => batch_id));
  const free = data.filter(({ id }) => !taken.has(id));
  const chosen = free.filter(({ id }) => adding.chosen.includes(id));
  return (
    <Stack spacing={2}>
      {free.length === 0 ? (
        <Typography color="text.secondary">{t('subjects.offerings.noneLeft')}</Typography>
      ) : (
        <>
          <BatchPicker
            legend={t('subjects.offerings.addTo')}
            batches={free}
            value={adding.chosen}
            onChange={adding.choose}
            error={adding.isMissing ? t('validation.chooseBatch') : null}
            isDisabled={adding.isPending}
          />
          {adding.outcome && <BatchOutcome outcome={adding.outcome} reasonOf={reasonOf} />}
          <Button
            variant="contained"
            disabled={adding.isPending}
            aria-busy={adding.isPending}
            onClick={() => adding.add(chosen, reasonOf)}
            sx={{ alignSelf: { sm: 'flex-end' } }}
          >
            {adding.isPending
              ? t('subjects.adding', { done: adding.done, wanted: chosen.length })
              : t('subjects.offerings.add')}
          </Button>
        </>
      )}
    </Stack>
  );
}
