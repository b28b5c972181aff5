import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { Batch } from '../../../../contract/batches';
import { offeringCode } from '../../../../contract/rules/subjectCode';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { addToBatches, type Outcome } from '../addToBatches';
import { copySettings } from './copySettings';

interface AddOfferings {
  base: string;
  sourceCode: string;
  onDirty: (isDirty: boolean) => void;
}

/** Offers a subject to the chosen batches and copies its settings there; keeps those that did not work chosen. */
export function useAddOfferings({ base, sourceCode, onDirty }: AddOfferings) {
  const t = useText();
  const notify = useNotify();
  const api = useDataProvider<Api>();
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
      const result = await addToBatches(
        batches,
        async ({ id, batch_name }) => {
          // A plain server answers no record.
          const answer: { offering_code?: string } = await api.addOffering(base, {
            batch_id: id,
            batch_name,
          });
          const code = answer.offering_code ?? offeringCode(base, id);
          await copySettings(api, sourceCode, code).catch(() => uncopied.push(batch_name));
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
        choose(result.failed.map(({ batch }) => batch.id));
        setOutcome(result.failed.length > 0 ? result : null);
        const [first] = result.failed;
        if (first) notify(reasonOf(first.problem), { type: 'error' });
        else notify(t('subjects.offerings.added', { smart_count: result.added.length }), { type: 'success' });
        if (uncopied.length > 0) {
          const names = uncopied.join(t('subjects.and'));
          notify(t('subjects.offerings.copyFailed', { batches: names }), { type: 'warning' });
        }
      },
    });
  };
  return { chosen, choose, isMissing, outcome, done, isPending, add };
}
