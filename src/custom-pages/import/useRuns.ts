import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type ImportedAccount, importChunkSize } from '../../../contract/imports';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { ImportRun, pauseOrOnline, type RunTools, untilAnswered } from '../../features/import/ImportRun';
import type { SheetPlan } from '../../features/import/SheetWork';
import { canGoOn, totalsOf } from '../../features/import/runState';
import {
  withImportLock,
  type ImportPart,
  partOf,
  type SavedImport,
  savedImports,
} from '../../features/import/savedImports';
import { t } from '../../i18n/text';
import type { RemoteImportWorker } from './useImportWorker';

/** Starts an import. `isResumed`: sends the same requests with the same keys, without those that were answered. */
type Begin = (saved: SavedImport, isResumed?: boolean) => void;

interface CurrentRun {
  run: ImportRun;
  /** All sheets of the import; a later round may send only some of them. */
  sheets: readonly ImportPart[];
}

/** The accounts that an import has made, by name. Their passwords are in this window alone, and told once. */
function useNewAccounts() {
  const [accounts, setAccounts] = useState<readonly ImportedAccount[]>([]);
  const [taken, setTaken] = useState(0);
  const note = useCallback((answer: object) => {
    const created = 'created' in answer ? (answer.created as ImportedAccount[]) : [];
    if (created.length > 0) setAccounts((before) => joinedAccounts(before, created));
  }, []);
  const forget = useCallback(() => {
    setAccounts([]);
    setTaken(0);
  }, []);
  const known = accounts.filter(({ temporary_password }) => temporary_password !== null).length;
  return { accounts, note, forget, areTaken: taken === known, take: () => setTaken(known) };
}

/** A request that is sent again tells no passwords: those that are known stay. */
function joinedAccounts(
  before: readonly ImportedAccount[],
  created: readonly ImportedAccount[],
): ImportedAccount[] {
  const all = new Map(before.map((account) => [account.id, account]));
  for (const account of created)
    if (account.temporary_password !== null || !all.has(account.id)) all.set(account.id, account);
  return [...all.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'ar'));
}

/** The current import, and the function that starts one. */
export function useRuns(ask: () => RemoteImportWorker) {
  const queryClient = useQueryClient();
  const provider = useApi();
  const [current, setCurrent] = useState<CurrentRun | null>(null);
  const last = useRef<CurrentRun | null>(null);
  const newAccounts = useNewAccounts();
  const { note, forget } = newAccounts;

  const begin = useCallback<Begin>(
    (saved, isResumed = false) => {
      // A ref, because at a double click the state would still be the old one.
      if (last.current && last.current.run.state().phase !== 'ended') return;
      const isSame = last.current?.run.saved.id === saved.id;
      const known = isSame ? (last.current?.sheets ?? []) : [];
      if (!isSame) forget();
      const isNew = ({ sheet }: ImportPart) => known.every((part) => part.sheet !== sheet);
      const tools: RunTools = {
        send: async (type, body, importId, key) => {
          const answer = await provider.importRecords(type, body, importId, key);
          note(answer);
          return answer;
        },
        batchSize: importChunkSize,
        retryPolicy: untilAnswered,
        rows: (sheet, indexes) => ask().rowsToSend(sheet, indexes),
        // Only marks rows of the dialog, so a failure after it has closed does not matter.
        answered: ({ sheet }, { errors }, indexes) =>
          void ask()
            .settle(sheet, indexes, errors)
            .catch(() => undefined),
        // After the page was closed nobody would see the passwords of new accounts.
        keeping: saved.parts.some(({ type }) => type === 'users') ? null : savedImports,
        pause: pauseOrOnline,
        now: () => performance.now(),
        refusal: (failure, { n }) =>
          failure instanceof ApiProblem
            ? [{ field: null, message: t('imports.batchFailed', { n, why: failure.message }) }]
            : null,
        failed: t('imports.problems.failed'),
      };
      const run = new ImportRun(saved, tools);
      const begun = { run, sheets: [...known, ...saved.parts.filter(isNew)] };
      last.current = begun;
      setCurrent(begun);
      void withImportLock(saved.id, () => run.go(isResumed))
        .then(() => tellEnd(provider, begun, ask))
        .then(() => queryClient.invalidateQueries());
    },
    [ask, provider, queryClient, note, forget],
  );
  return { current, begin, forget: () => setCurrent(null), newAccounts };
}

export type Runs = ReturnType<typeof useRuns>;

/**
 * Tells the server that the import has ended, so that it sends a notification; the summary of the page does not need
 * it.
 */
async function tellEnd(
  { finishImport }: Api,
  { run: { saved, state }, sheets }: CurrentRun,
  ask: () => RemoteImportWorker,
): Promise<void> {
  if (canGoOn(state())) return;
  const ofThisRound = totalsOf(state()).failed;
  // Rows that failed in an earlier round and were not corrected still count.
  const failed =
    saved.round === 0
      ? ofThisRound
      : await Promise.all(sheets.map(({ sheet }) => ask().summary(sheet))).then(
          (summaries) => summaries.reduce((sum, { wrong }) => sum + wrong, 0),
          () => ofThisRound, // the dialog is gone, and the rows with it
        );
  await finishImport(saved.id, failed).catch(() => null);
}

/**
 * Prepares the next round of the same import, so that one undo reverts both: the corrected rows, or the rows from the
 * one on which the import stopped. `modeOf` is null for a sheet with no more rows to send.
 */
export async function nextRound(
  ask: () => RemoteImportWorker,
  before: SavedImport,
  sheets: readonly ImportPart[],
  modeOf: (sheet: number) => SheetPlan | null,
): Promise<SavedImport> {
  const parts: ImportPart[] = [];
  let isStopping = false;
  for (const { sheet, type, headerAt = 0, fields, name } of sheets) {
    const mode = modeOf(sheet);
    if (!mode) continue;
    const [plan, corrections] = await Promise.all([ask().plan(sheet, mode), ask().corrections(sheet)]);
    isStopping ||= mode.kind === 'stop';
    parts.push(partOf({ sheet, type, headerAt, fields, corrections }, name, plan, parts.length));
  }
  return {
    ...before,
    startedAt: new Date().toISOString(),
    stopOnError: isStopping,
    round: before.round + 1,
    parts,
  };
}
