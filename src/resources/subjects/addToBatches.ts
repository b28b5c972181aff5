import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList, useMutationMiddlewares, useRedirect } from 'react-admin';
import type { Batch } from '../../../contract/batches';
import { maxListRows } from '../../../contract/lists';
import type { Program } from '../../../contract/programs';
import { parseBase } from '../../../contract/rules/subjectCode';
import type { Api } from '../../dataProvider/index';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { baseFrom, creationOf, type NewSubject, valuesOf } from './subjectModel';

type NamedBatch = Pick<Batch, 'id' | 'batch_name'>;

interface FailedBatch {
  batch: NamedBatch;
  problem: unknown;
}

/** The result for each batch. */
export interface Outcome {
  added: NamedBatch[];
  failed: FailedBatch[];
  /** Batches that nothing was added to because others failed: they are added together or not at all. */
  heldBack: NamedBatch[];
  /** Of the one call that has added all of it. */
  answer: unknown;
}

/**
 * One call for each batch, one after the other. After a refusal that concerns one batch the others continue; a
 * refusal that concerns all of them ends it and counts for all. Never fails.
 */
export async function addToBatches<B extends NamedBatch>(
  batches: readonly B[],
  add: (batch: B) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome> {
  const outcome: Outcome = { added: [], failed: [], heldBack: [], answer: null };
  for (const [index, batch] of batches.entries()) {
    onProgress(index);
    try {
      const answer = await add(batch);
      outcome.added.push(batch);
      outcome.answer = outcome.added.length === 1 ? answer : null;
    } catch (problem) {
      const met = concernsAll(problem) ? batches.slice(index) : [batch];
      for (const unlucky of met) outcome.failed.push({ batch: unlucky, problem });
      if (met.length > 1) break;
    }
  }
  return outcome;
}

/** One call for all batches. A refusal names the batches that it concerns, or concerns all. Never fails. */
export async function addTogether(
  batches: readonly NamedBatch[],
  add: (batch_ids: number[]) => Promise<unknown>,
): Promise<Outcome> {
  try {
    const answer = await add(batches.map(({ id }) => id));
    return { added: [...batches], failed: [], heldBack: [], answer };
  } catch (problem) {
    const details = problem instanceof ApiProblem ? problem.details : [];
    const named = batches.filter((_, index) => details.some(({ path }) => path === `batch_ids.${index}`));
    const met = named.length > 0 ? named : batches;
    return {
      added: [],
      failed: met.map((batch) => ({ batch, problem })),
      heldBack: batches.filter((batch) => !met.includes(batch)),
      answer: null,
    };
  }
}

const endsAll = new Set([0, 401, 403, 429, 507]);

function concernsAll(problem: unknown): boolean {
  if (!(problem instanceof ApiProblem)) return false;
  if (endsAll.has(problem.status) || suggestedBase(problem) !== null) return true;
  return problem.status === 422 && !problem.details.some(({ path }) => path.startsWith('batch_'));
}

/** The free base that the server suggests if the sent one belongs to another subject; else null. */
export function suggestedBase(problem: unknown): string | null {
  const suggested = problem instanceof ApiProblem ? problem.body['suggested_code'] : null;
  return typeof suggested === 'string' && suggested !== '' ? parseBase(suggested) : null;
}

/** All batches that a subject can be offered to. */
export function useBatches() {
  return useGetList<Batch>('batches', {
    pagination: { page: 1, perPage: maxListRows },
    sort: { field: 'batch_name', order: 'ASC' },
  });
}

/** All programmes, for the number of their levels. */
export function usePrograms(): readonly Program[] {
  const { data } = useGetList<Program>('programs', {
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'id', order: 'ASC' },
  });
  return data ?? [];
}

/** The sent code, and the free code that replaced it. */
export interface ReplacedCode {
  taken: string;
  suggested: string;
}

const chosenFrom = <B extends NamedBatch>(batches: readonly B[], { batch_ids }: NewSubject) =>
  batches.filter(({ id }) => batch_ids.includes(id));

const createIn = async ({ create }: Api, batch: Batch, subject: NewSubject): Promise<unknown> =>
  (await create('subjects', { data: creationOf(subject, batch) })).data;

/** Goes on to another subject, in place of the list. */
interface Next {
  onSuccess?: (subject: NewSubject) => unknown;
}

/**
 * Adds a subject to each chosen batch. `outcome` is set if some batches failed; `replaced` is set if the code
 * belonged to another subject, and nothing was added; the form does not change.
 */
export function useAddSubject(batches: readonly Batch[]) {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const redirect = useRedirect();
  const api = useApi();
  const hasSeveral = useServerFeatures().has('several');
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [replaced, setReplaced] = useState<ReplacedCode | null>(null);
  const [done, setDone] = useState(0);
  const earlier = outcome?.added ?? [];
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ subject, chosen }: { subject: NewSubject; chosen: readonly Batch[] }) =>
      hasSeveral && chosen.length > 1
        ? addTogether(chosen, (batch_ids) => api.addSubjects({ ...valuesOf(subject), batch_ids }))
        : addToBatches(chosen, (batch) => createIn(api, batch, subject), setDone),
  });

  const addAll = async (subject: NewSubject) => {
    const now = await mutateAsync({ subject, chosen: chosenFrom(batches, subject) });
    const answer = earlier.length === 0 ? now.answer : null;
    const all = { ...now, added: [...earlier, ...now.added], answer };
    if (all.failed.length > 0) throw new Refused(all);
    return all;
  };

  const save = async (values: Partial<NewSubject>, next: Next = {}) => {
    const subject = values as NewSubject;
    if (isPending) return undefined;
    if (chosenFrom(batches, subject).length === 0) {
      notifyError(t('validation.batchNeeded'));
      return undefined;
    }
    try {
      // This also drops the draft of the form, once every batch has the subject.
      const { added, answer }: Outcome = await getMutateWithMiddlewares(addAll)(subject);
      notifyDone(t('subjects.addedToBatches', { count: added.length }), answer);
      setOutcome(null);
      if (next.onSuccess) next.onSuccess(subject);
      else redirect('list', 'subjects');
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
    notifyProblem(problem, t('subjects.saveFailed'));
    return problem instanceof ApiProblem ? problem.body.errors : undefined;
  };

  const saveContext = { save, saving: isPending, ...middlewares };
  return { saveContext, outcome, replaced, progress: isPending ? done : null };
}

class Refused extends Error {
  constructor(readonly outcome: Outcome) {
    super('Not every batch has the subject');
  }
}
