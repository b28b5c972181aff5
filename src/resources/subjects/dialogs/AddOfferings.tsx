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
  /** The offering whose settings the new ones get. */
  sourceCode: string;
  offerings: readonly Offering[];
  onDirty: (isDirty: boolean) => void;
}

/** Offers the subject to further batches. */
export function AddOfferings({ subject, base, sourceCode, offerings, onDirty }: AddOfferingsProps) {
  const { data, isPending: isReading, error, refetch } = useBatches();
  const adding = useAddOfferings({ subject, base, sourceCode, onDirty });
  const reasonOf = (problem: unknown) =>
    problem instanceof ApiProblem && problem.status === 409
      ? t('subjects.offerings.exists')
      : problemMessage(problem, t('subjects.offerings.addFailed'));

  if (isReading) return <Skeleton height={120} />;
  if (!data) {
    return <ErrorState title={t('batches.loadFailed')} error={error} onRetry={refetch} />;
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

type AddOfferings = Omit<AddOfferingsProps, 'offerings'>;

/** Offers a subject to the chosen batches and copies its settings there; batches that failed stay chosen. */
function useAddOfferings({ subject, base, sourceCode, onDirty }: AddOfferings) {
  const notify = useNotify();
  const { notifyDone } = useNotices();
  const api = useApi();
  const hasSeveral = useServerFeatures().has('several');
  const [chosen, setChosen] = useState<number[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [done, setDone] = useState(0);
  const choose = (ids: number[]) => {
    setChosen(ids);
    setIsMissing(false);
    onDirty(ids.length > 0);
  };

  const { mutate, isPending } = useMutation({
    mutationFn: async (batches: readonly Batch[]) => {
      const uncopied: string[] = [];
      if (hasSeveral) {
        // The server copies the settings of the offering with this code.
        const { name, level, hours, type } = subject;
        const values = { subject_code: sourceCode, name, level, hours, type };
        const all = await addTogether(batches, (batch_ids) => api.addSubjects({ ...values, batch_ids }));
        return { result: all, uncopied };
      }
      const result = await addToBatches(
        batches,
        async ({ id, batch_name }) => {
          // A plain server does not send the record.
          const answer: { offering_code?: string } = await api.addOffering(base, {
            batch_id: id,
            batch_name,
          });
          const code = answer.offering_code ?? offeringCode(base, id);
          await copySettings(api, sourceCode, code).catch(() => uncopied.push(batch_name));
          return answer;
        },
        setDone,
      );
      return { result, uncopied };
    },
  });

  const isAdding = useRef(false);
  const add = (batches: readonly Batch[], reasonOf: (problem: unknown) => string) => {
    if (isAdding.current) return;
    if (batches.length === 0) {
      setIsMissing(true);
      notify(t('validation.batchNeeded'), { type: 'error' });
      return;
    }
    isAdding.current = true;
    mutate(batches, {
      onSettled: () => {
        isAdding.current = false;
      },
      onSuccess: ({ result, uncopied }) => {
        const left = [...result.failed.map(({ batch }) => batch), ...result.heldBack];
        choose(left.map(({ id }) => id));
        setOutcome(result.failed.length > 0 ? result : null);
        const [first] = result.failed;
        if (first) notify(reasonOf(first.problem), { type: 'error' });
        else notifyDone(t('subjects.offerings.added', { smart_count: result.added.length }), result.answer);
        if (uncopied.length > 0) {
          const names = uncopied.join(t('ui.comma'));
          notify(t('subjects.offerings.copyFailed', { batches: names }), { type: 'warning' });
        }
      },
    });
  };
  return { chosen, choose, isMissing, outcome, done, isPending, add };
}

type SettingsCalls = Pick<Api, 'curriculum' | 'saveCurriculum' | 'gradeSettings' | 'saveGradeSettings'>;

/** Removes the version and time of the source, which do not belong to a copy. */
function removeVersion<S extends { version?: number; updated_at?: string }>(settings: S) {
  const { version: _version, updated_at: _updated, ...copied } = settings;
  return copied;
}

/**
 * Copies the settings of a subject to a new offering of it; settings that it does not have are skipped; spec 1 §7.
 * @throws the first error, after both calls have ended
 */
export async function copySettings(calls: SettingsCalls, fromCode: string, toCode: string): Promise<void> {
  const results = await Promise.allSettled([
    calls.curriculum(fromCode).then((found) => found && calls.saveCurriculum(toCode, removeVersion(found))),
    calls
      .gradeSettings(fromCode)
      .then((found) => found && calls.saveGradeSettings(toCode, removeVersion(found))),
  ]);
  const refused = results.find((result) => result.status === 'rejected');
  if (refused) throw refused.reason;
}
