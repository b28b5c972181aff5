import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { offeringCode } from '../../../../contract/rules/subjectCode';
import type { Offering, Subject } from '../../../../contract/subjects';
import type { Api } from '../../../dataProvider';
import { useApi } from '../../../dataProvider/useApi';
import { ApiProblem } from '../../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../../dataProvider/serverFeatures';
import { t } from '../../../i18n/text';
import { useNotices } from '../../../ui/dialog/Toasts';
import { ErrorState } from '../../../ui/page/States';
import { problemMessage } from '../../../ui/page/problemMessage';
import { addToBatches, addTogether, type Outcome, useBatches } from '../addToBatches';
import { BatchOutcome, BatchPicker } from '../BatchPicker';

interface AddOfferingsProps {
  subject: Subject;
  base: string;
  /** The new offerings copy the settings of the offering with the code `sourceCode`. */
  sourceCode: string;
  offerings: readonly Offering[];
  onDirty: (isDirty: boolean) => void;
}

export function AddOfferings({ subject, base, sourceCode, offerings, onDirty }: AddOfferingsProps) {
  const { data, isPending: isLoading, error, refetch } = useBatches();
  const adding = useAddOfferings({ subject, base, sourceCode, onDirty });
  const describeProblem = (problem: unknown) =>
    problem instanceof ApiProblem && problem.status === 409
      ? t('subjects.offerings.exists')
      : problemMessage(problem, t('subjects.offerings.addFailed'));

  if (isLoading) return <Skeleton height={120} />;
  if (!data) {
    return <ErrorState title={t('batches.loadFailed')} error={error} onRetry={refetch} />;
  }
  const offeredIds = new Set(offerings.map(({ batch_id }) => batch_id));
  const availableBatches = data.filter(({ id }) => !offeredIds.has(id));
  const chosenBatches = availableBatches.filter(({ id }) => adding.chosen.includes(id));
  return (
    <Stack spacing={2}>
      {availableBatches.length === 0 ? (
        <Typography color="text.secondary">{t('subjects.offerings.noneLeft')}</Typography>
      ) : (
        <>
          <BatchPicker
            legend={t('subjects.offerings.addTo')}
            batches={availableBatches}
            value={adding.chosen}
            onChange={adding.choose}
            error={adding.isBatchMissing ? t('validation.chooseBatch') : null}
            isDisabled={adding.isPending}
          />
          {adding.outcome && <BatchOutcome outcome={adding.outcome} describeProblem={describeProblem} />}
          <Button
            variant="contained"
            disabled={adding.isPending}
            aria-busy={adding.isPending}
            onClick={() => adding.add(chosenBatches, describeProblem)}
            sx={{ alignSelf: { sm: 'flex-end' } }}
          >
            {adding.isPending
              ? t('subjects.adding', { done: adding.done, wanted: chosenBatches.length })
              : t('subjects.offerings.add')}
          </Button>
        </>
      )}
    </Stack>
  );
}

type OfferingOptions = Omit<AddOfferingsProps, 'offerings'>;

/** Adds the subject to batches. Failed and skipped batches stay selected. */
function useAddOfferings({ subject, base, sourceCode, onDirty }: OfferingOptions) {
  const notify = useNotify();
  const { notifyDone } = useNotices();
  const api = useApi();
  const hasBulkCalls = useServerFeatures().has('several');
  const [chosen, setChosen] = useState<number[]>([]);
  const [isBatchMissing, setIsBatchMissing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [done, setDone] = useState(0);
  const choose = (ids: number[]) => {
    setChosen(ids);
    setIsBatchMissing(false);
    onDirty(ids.length > 0);
  };

  const { mutate, isPending } = useMutation({
    mutationFn: async (batches: readonly Batch[]) => {
      const uncopiedBatches: string[] = [];
      if (hasBulkCalls) {
        // The server copies the settings of the offering with the code `sourceCode`.
        const { name, level, hours, type } = subject;
        const values = { subject_code: sourceCode, name, level, hours, type };
        const result = await addTogether(batches, (batch_ids) => api.addSubjects({ ...values, batch_ids }));
        return { result, uncopiedBatches };
      }
      const result = await addToBatches(
        batches,
        async ({ id, batch_name }) => {
          // A server with only the specification's fields does not return the record.
          const answer: { offering_code?: string } = await api.addOffering(base, {
            batch_id: id,
            batch_name,
          });
          const code = answer.offering_code ?? offeringCode(base, id);
          await copySettings(api, sourceCode, code).catch(() => uncopiedBatches.push(batch_name));
          return answer;
        },
        setDone,
      );
      return { result, uncopiedBatches };
    },
  });

  const isAdding = useRef(false);
  const add = (batches: readonly Batch[], describeProblem: (problem: unknown) => string) => {
    if (isAdding.current) return;
    if (batches.length === 0) {
      setIsBatchMissing(true);
      notify(t('validation.batchNeeded'), { type: 'error' });
      return;
    }
    isAdding.current = true;
    mutate(batches, {
      onSettled: () => {
        isAdding.current = false;
      },
      onSuccess: ({ result, uncopiedBatches }) => {
        const remainingBatches = [...result.failed.map(({ batch }) => batch), ...result.skipped];
        choose(remainingBatches.map(({ id }) => id));
        setOutcome(result.failed.length > 0 ? result : null);
        const [firstFailure] = result.failed;
        if (firstFailure) notify(describeProblem(firstFailure.problem), { type: 'error' });
        else notifyDone(t('subjects.offerings.added', { smart_count: result.added.length }), result.answer);
        if (uncopiedBatches.length > 0) {
          const names = uncopiedBatches.join(t('ui.comma'));
          notify(t('subjects.offerings.copyFailed', { batches: names }), { type: 'warning' });
        }
      },
    });
  };
  return { chosen, choose, isBatchMissing, outcome, done, isPending, add };
}

type SettingsCalls = Pick<Api, 'curriculum' | 'saveCurriculum' | 'gradeSettings' | 'saveGradeSettings'>;

/** The version and the time belong to the source, and not to its copy. */
function removeVersion<S extends { version?: number; updated_at?: string }>(settings: S) {
  const { version: _version, updated_at: _updated, ...copy } = settings;
  return copy;
}

/** Skips settings that the source does not have (spec 1 §7). Throws the first error after both requests. */
export async function copySettings(calls: SettingsCalls, fromCode: string, toCode: string): Promise<void> {
  const results = await Promise.allSettled([
    calls
      .curriculum(fromCode)
      .then((settings) => settings && calls.saveCurriculum(toCode, removeVersion(settings))),
    calls
      .gradeSettings(fromCode)
      .then((settings) => settings && calls.saveGradeSettings(toCode, removeVersion(settings))),
  ]);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
