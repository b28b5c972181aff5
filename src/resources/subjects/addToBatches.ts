import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList, useMutationMiddlewares } from 'react-admin';
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
import { useLeaveAfterSave } from '../../ui/form/RecordForm';
import { cleanBase, createBody, type NewSubject, subjectValues } from './subjectModel';

type NamedBatch = Pick<Batch, 'id' | 'batch_name'>;

interface FailedBatch {
  batch: NamedBatch;
  problem: unknown;
}

export interface Outcome {
  added: NamedBatch[];
  failed: FailedBatch[];
  /** Batches without a problem. The server adds to all batches or to none, so it skipped them too. */
  skipped: NamedBatch[];
  /** The response of a single request; null after several requests. */
  answer: unknown;
}

/** Sends one request for each batch. An error that concerns all batches stops the loop. Never rejects. */
export async function addToBatches<B extends NamedBatch>(
  batches: readonly B[],
  add: (batch: B) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<Outcome> {
  const outcome: Outcome = { added: [], failed: [], skipped: [], answer: null };
  for (const [index, batch] of batches.entries()) {
    onProgress(index);
    try {
      const answer = await add(batch);
      outcome.added.push(batch);
      outcome.answer = outcome.added.length === 1 ? answer : null;
    } catch (problem) {
      const affectedBatches = affectsAllBatches(problem) ? batches.slice(index) : [batch];
      for (const failedBatch of affectedBatches) outcome.failed.push({ batch: failedBatch, problem });
      if (affectedBatches.length > 1) break;
    }
  }
  return outcome;
}

/** Sends one request for all batches. An error without batch ids concerns all of them. Never rejects. */
export async function addTogether(
  batches: readonly NamedBatch[],
  add: (batch_ids: number[]) => Promise<unknown>,
): Promise<Outcome> {
  try {
    const answer = await add(batches.map(({ id }) => id));
    return { added: [...batches], failed: [], skipped: [], answer };
  } catch (problem) {
    const details = problem instanceof ApiProblem ? problem.details : [];
    const namedBatches = batches.filter((_, index) =>
      details.some(({ path }) => path === `batch_ids.${index}`),
    );
    const affectedBatches = namedBatches.length > 0 ? namedBatches : batches;
    return {
      added: [],
      failed: affectedBatches.map((batch) => ({ batch, problem })),
      skipped: batches.filter((batch) => !affectedBatches.includes(batch)),
      answer: null,
    };
  }
}

const globalStatuses = new Set([0, 401, 403, 429, 507]);

function affectsAllBatches(problem: unknown): boolean {
  if (!(problem instanceof ApiProblem)) return false;
  if (globalStatuses.has(problem.status) || suggestedBase(problem) !== null) return true;
  return problem.status === 422 && !problem.details.some(({ path }) => path.startsWith('batch_'));
}

/** If another subject has the base code, returns the free code that the server suggests. */
export function suggestedBase(problem: unknown): string | null {
  const suggestedCode = problem instanceof ApiProblem ? problem.body['suggested_code'] : null;
  return typeof suggestedCode === 'string' && suggestedCode !== '' ? parseBase(suggestedCode) : null;
}

export function useBatches() {
  return useGetList<Batch>('batches', {
    pagination: { page: 1, perPage: maxListRows },
    sort: { field: 'batch_name', order: 'ASC' },
  });
}

export function usePrograms(): readonly Program[] {
  const { data } = useGetList<Program>('programs', {
    pagination: { page: 1, perPage: 1_000 },
    sort: { field: 'id', order: 'ASC' },
  });
  return data ?? [];
}

export interface ReplacedCode {
  sentCode: string;
  freeCode: string;
}

const chosenBatches = <B extends NamedBatch>(batches: readonly B[], { batch_ids }: NewSubject) =>
  batches.filter(({ id }) => batch_ids.includes(id));

const createInBatch = async ({ create }: Api, batch: Batch, subject: NewSubject): Promise<unknown> =>
  (await create('subjects', { data: createBody(subject, batch) })).data;

/** If set, `onSuccess` runs instead of the redirect to the list. */
interface SaveOptions {
  onSuccess?: (subject: NewSubject) => unknown;
}

/** Returns `outcome` if batches failed, and `replacedCode` if another subject has the sent code. */
export function useAddSubject(batches: readonly Batch[]) {
  const { notifyDone, notifyError, notifyProblem } = useNotices();
  const leave = useLeaveAfterSave();
  const api = useApi();
  const hasBulkCalls = useServerFeatures().has('several');
  const { getMutateWithMiddlewares, ...middlewares } = useMutationMiddlewares();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [replacedCode, setReplacedCode] = useState<ReplacedCode | null>(null);
  const [done, setDone] = useState(0);
  const addedBefore = outcome?.added ?? [];
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ subject, chosen }: { subject: NewSubject; chosen: readonly Batch[] }) =>
      hasBulkCalls && chosen.length > 1
        ? addTogether(chosen, (batch_ids) => api.addSubjects({ ...subjectValues(subject), batch_ids }))
        : addToBatches(chosen, (batch) => createInBatch(api, batch, subject), setDone),
  });

  const addAll = async (subject: NewSubject) => {
    const result = await mutateAsync({ subject, chosen: chosenBatches(batches, subject) });
    const answer = addedBefore.length === 0 ? result.answer : null;
    const combinedOutcome = { ...result, added: [...addedBefore, ...result.added], answer };
    if (combinedOutcome.failed.length > 0) throw new PartialFailure(combinedOutcome);
    return combinedOutcome;
  };

  const save = async (values: Partial<NewSubject>, options: SaveOptions = {}) => {
    const subject = values as NewSubject;
    if (isPending) return undefined;
    if (chosenBatches(batches, subject).length === 0) {
      notifyError(t('validation.batchNeeded'));
      return undefined;
    }
    try {
      // After every batch has the subject, this call also deletes the draft of the form.
      const { added, answer }: Outcome = await getMutateWithMiddlewares(addAll)(subject);
      notifyDone(t('subjects.addedToBatches', { count: added.length }), answer);
      setOutcome(null);
      if (options.onSuccess) options.onSuccess(subject);
      else leave();
      return undefined;
    } catch (failure) {
      if (!(failure instanceof PartialFailure)) throw failure;
      return reportFailure(failure.outcome, subject);
    }
  };

  const reportFailure = (result: Outcome, { subject_code }: NewSubject) => {
    const problem = result.failed[0]?.problem;
    const freeCode = result.added.length === 0 ? suggestedBase(problem) : null;
    setReplacedCode(freeCode ? { sentCode: cleanBase(subject_code) ?? subject_code, freeCode } : null);
    if (freeCode) return undefined;
    setOutcome(result);
    notifyProblem(problem, t('subjects.saveFailed'));
    return problem instanceof ApiProblem ? problem.body.errors : undefined;
  };

  const saveContext = { save, saving: isPending, ...middlewares };
  return { saveContext, outcome, replacedCode, progress: isPending ? done : null };
}

class PartialFailure extends Error {
  constructor(readonly outcome: Outcome) {
    super('Not every batch has the subject');
  }
}
