import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useMutationMiddlewares, useNotify, useRedirect } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import { addToBatches, type Outcome, suggestedBase } from './addToBatches';
import { baseFrom, creationOf, type NewSubject } from './subjectModel';

/** The code that was sent, and the free one in its place. */
export interface ReplacedCode {
  taken: string;
  suggested: string;
}

/**
 * Adds a subject to each chosen batch. `outcome` is there when not every batch got it, `replaced` when the code was
 * another subject's and nothing was added; the form stays as it was.
 */
export function useAddSubject(batches: readonly Batch[]) {
  const t = useText();
  const notify = useNotify();
  const redirect = useRedirect();
  const { create } = useDataProvider<Api>();
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [replaced, setReplaced] = useState<ReplacedCode | null>(null);
  const [done, setDone] = useState(0);
  const earlier = outcome?.added ?? [];

  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ subject, chosen }: { subject: NewSubject; chosen: readonly Batch[] }) =>
      addToBatches(chosen, (batch) => create('subjects', { data: creationOf(subject, batch) }), setDone),
  });

  const chosenOf = ({ batch_ids }: NewSubject) => batches.filter(({ id }) => batch_ids.includes(id));

  const addAll = async (subject: NewSubject) => {
    const { added, failed } = await mutateAsync({ subject, chosen: chosenOf(subject) });
    const all = { added: [...earlier, ...added], failed };
    if (failed.length > 0) throw new Refused(all);
    return all;
  };

  const save = async (values: Partial<NewSubject>) => {
    const subject = values as NewSubject;
    if (isPending) return undefined;
    if (chosenOf(subject).length === 0) {
      notify(t('validation.batchNeeded'), { type: 'error' });
      return undefined;
    }
    try {
      // The draft of the form is dropped on the way, once every batch has the subject.
      const { added }: Outcome = await getMutateWithMiddlewares(addAll)(subject);
      notify(t('subjects.addedToBatches', { count: added.length }), { type: 'success' });
      redirect('list', 'subjects');
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      return told(refusal.outcome, subject);
    }
  };

  const told = (now: Outcome, { subject_code }: NewSubject) => {
    const problem = now.failed[0]?.problem;
    const suggested = now.added.length === 0 ? suggestedBase(problem) : null;
    setReplaced(suggested ? { taken: baseFrom(subject_code) ?? subject_code, suggested } : null);
    if (suggested) return undefined;
    setOutcome(now);
    notify(sentenceOf(problem, t('subjects.saveFailed')), { type: 'error' });
    return problem instanceof ApiProblem ? problem.body.errors : undefined;
  };

  const progress = isPending ? done : null;
  return { saveContext: { save, saving: isPending, ...middlewares }, outcome, replaced, progress };
}

class Refused extends Error {
  constructor(readonly outcome: Outcome) {
    super('Not every batch has the subject');
  }
}
