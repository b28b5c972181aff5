import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { DailyRecord } from '../../../contract/dailyRecords';
import type { Api } from '../../dataProvider';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import type { SentRecords, Sheet } from '../../dataProvider/teaching';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import {
  type Clash,
  findClashes,
  editsAfterSave,
  savedRecords,
  settleClashes,
  replaceRows,
} from './dailyMerge';
import { changedRows, type Edits, type Entry, addKeys, type KeyedRecord, rowsToSend } from './dailyModel';

/** Somebody else may save in between, but not for ever. */
const maxTries = 4;

interface SaveParts {
  sheet: Sheet | null;
  date: string;
  /** Where the edits are kept. */
  place: string | null;
  records: readonly KeyedRecord[];
  edits: Edits;
  entry: Entry;
  change: (place: string, to: (edits: Edits) => Edits) => void;
}

/**
 * Sends the changed rows. Where somebody else was faster, what does not clash is taken over and sent again without a
 * word; what does waits for the person.
 */
export function useDailySave({ sheet, date, place, records, edits, entry, change }: SaveParts) {
  const t = useText();
  const notify = useNotify();
  const client = useQueryClient();
  const { saveDailyRecords } = useDataProvider<Api>();
  const [asking, setAsking] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ to, rows }: { to: Sheet; rows: SentRecords }) =>
      saveDailyRecords({ ...to, recordDate: date, records: rows }),
  });
  const show = (now: DailyRecord[]) => client.setQueryData(dayKey(sheet, date), { records: now });

  const fail = (problem: unknown, sent: SentRecords) => {
    if (problem instanceof ApiProblem && problem.code === 'NETWORK') return setLost(place);
    notify(sentenceWithName(problem, sent, records) ?? sentenceOf(problem, t('dailyRecords.saveFailed')), {
      type: 'error',
    });
    // The portions of the subject, or the batch itself, have changed since the day was opened.
    if (problem instanceof ApiProblem && problem.code === 'VALIDATION')
      void client.invalidateQueries({ queryKey: ['daily-records'] });
  };
  const send = async (over: readonly KeyedRecord[], wanted: Edits, tries = 1): Promise<void> => {
    if (sheet === null || place === null) return;
    const rows = rowsToSend(over, wanted, entry);
    if (rows.length === 0) return change(place, () => ({}));
    try {
      const { message, records: answered } = await mutateAsync({ to: sheet, rows });
      const saved = savedRecords(over, wanted, entry, answered);
      show(saved);
      change(place, (now) => editsAfterSave(now, wanted, addKeys(saved)));
      notify(message || t('dailyRecords.saved'), { type: 'success' });
    } catch (problem) {
      const current = staleRows(problem);
      if (current === null || tries >= maxTries) return fail(problem, rows);
      const merged = replaceRows(
        over.map(({ record }) => record),
        current,
      );
      show(merged);
      if (findClashes(addKeys(merged), wanted, entry).length === 0)
        return send(addKeys(merged), wanted, tries + 1);
      setAsking(place);
    }
  };

  const clashes = findClashes(records, edits, entry);
  const save = () => {
    setLost(null);
    const changed = changedRows(records, edits, entry);
    if (changed.some(({ row }) => Object.keys(row.problems).length > 0))
      notify(t('dailyRecords.errorsFirst'), { type: 'error' });
    else if (clashes.length > 0) setAsking(place);
    else void send(records, edits);
  };
  return {
    save,
    isSaving: isPending,
    /** The last save did not reach the server; all that was typed is here. */
    isLost: lost !== null && lost === place,
    /** To be asked about before the save goes on. */
    clashes: asking === place && asking !== null ? clashes : [],
    settle: (theirs: readonly Clash[]) => {
      const after = settleClashes(records, edits, theirs);
      setAsking(null);
      if (place !== null) change(place, () => after);
      void send(records, after);
    },
    dropClashes: () => setAsking(null),
  };
}

/** Under which the records of a day are kept in memory. */
export const dayKey = (sheet: Sheet | null, date: string) => ['daily-records', 'day', sheet, date];

/** The rows as they are stored now, of a 409 STALE; null of any other problem. */
function staleRows(problem: unknown): DailyRecord[] | null {
  if (!(problem instanceof ApiProblem) || problem.code !== 'STALE') return null;
  const current: unknown = problem.body['current'];
  return Array.isArray(current) ? (current as DailyRecord[]) : null;
}

/** What the server says of a row, with the name of the student; null where it says nothing of any. */
function sentenceWithName(
  problem: unknown,
  sent: SentRecords,
  records: readonly KeyedRecord[],
): string | null {
  const detail = problem instanceof ApiProblem ? problem.details[0] : undefined;
  const place = /^records\.(\d+)\./.exec(detail?.path ?? '')?.[1];
  const row = sent[Number(place)];
  if (!detail || !row) return null;
  const named = records.find(({ record }) => record.studentId === row.studentId)?.record.studentName;
  return `${row.studentName ?? named ?? ''}: ${detail.message}`;
}
