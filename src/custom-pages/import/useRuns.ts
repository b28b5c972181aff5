import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type ImportedAccount, importChunkSize } from '../../../contract/imports';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { ImportRun, pauseOrOnline, type RunTools } from '../../features/import/ImportRun';
import type { SendMode } from '../../features/import/SheetWork';
import { canContinue, sumTotals } from '../../features/import/runState';
import { type ImportPart, buildPart, type SavedImport } from '../../features/import/importRecord';
import { withImportLock, savedImports } from '../../features/import/savedImports';
import { t } from '../../i18n/text';
import { compareSheet, isJudgedTogether } from './comparison';
import type { RemoteImportWorker } from './useImportWorker';

/** @param isResumed repeats the requests without a response, with the same keys */
type BeginImport = (saved: SavedImport, isResumed?: boolean) => void;

interface CurrentRun {
  run: ImportRun;
  sheets: readonly ImportPart[];
}

/**
 * Accounts that the import created, ordered by name. The server sends each password once, so only this window
 * has them.
 */
function useNewAccounts() {
  const [accounts, setAccounts] = useState<readonly ImportedAccount[]>([]);
  const [downloadedCount, setDownloadedCount] = useState(0);
  const addCreated = useCallback((answer: object) => {
    const createdAccounts = 'created' in answer ? (answer.created as ImportedAccount[]) : [];
    if (createdAccounts.length > 0) setAccounts((current) => mergeAccounts(current, createdAccounts));
  }, []);
  const forget = useCallback(() => {
    setAccounts([]);
    setDownloadedCount(0);
  }, []);
  const passwordCount = accounts.filter(({ temporary_password }) => temporary_password !== null).length;
  return {
    accounts,
    addCreated,
    forget,
    isDownloaded: downloadedCount === passwordCount,
    markDownloaded: () => setDownloadedCount(passwordCount),
  };
}

/** A repeated request returns no passwords, so the received passwords stay. */
function mergeAccounts(
  current: readonly ImportedAccount[],
  created: readonly ImportedAccount[],
): ImportedAccount[] {
  const accountsById = new Map(current.map((account) => [account.id, account]));
  for (const account of created)
    if (account.temporary_password !== null || !accountsById.has(account.id))
      accountsById.set(account.id, account);
  return [...accountsById.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'ar'));
}

export function useRuns(getWorker: () => RemoteImportWorker) {
  const queryClient = useQueryClient();
  const provider = useApi();
  const [current, setCurrent] = useState<CurrentRun | null>(null);
  const lastRun = useRef<CurrentRun | null>(null);
  const newAccounts = useNewAccounts();
  const { addCreated, forget } = newAccounts;

  const begin = useCallback<BeginImport>(
    (savedImport, isResumed = false) => {
      // A ref, because on a double click the state is still the old one.
      if (lastRun.current && lastRun.current.run.state().phase !== 'ended') return;
      const isSame = lastRun.current?.run.saved.id === savedImport.id;
      const earlierSheets = isSame ? (lastRun.current?.sheets ?? []) : [];
      if (!isSame) forget();
      const isNew = ({ sheet }: ImportPart) => earlierSheets.every((part) => part.sheet !== sheet);
      const tools: RunTools = {
        send: async (type, body, importId, key) => {
          const answer = await provider.importRecords(type, body, importId, key);
          addCreated(answer);
          return answer;
        },
        chunkSize: importChunkSize,
        beforePart: (part) => judgePart(part, provider, getWorker),
        loadRows: (sheet, indexes) => getWorker().rowsToSend(sheet, indexes),
        // This call only updates rows in the dialog, so a failure after the dialog closes does not matter.
        onAnswer: ({ sheet }, { errors }, indexes) =>
          void getWorker()
            .applyAnswer(sheet, indexes, errors)
            .catch(() => undefined),
        // An import of accounts is not stored, because after a closed page nobody would see the passwords.
        storage: savedImport.parts.some(({ type }) => type === 'users') ? null : savedImports,
        pause: pauseOrOnline,
        now: () => performance.now(),
        readRefusal: (failure, { n }) =>
          failure instanceof ApiProblem
            ? [{ field: null, message: t('imports.batchFailed', { n, why: failure.message }) }]
            : null,
        failureMessage: t('imports.problems.failed'),
      };
      const run = new ImportRun(savedImport, tools);
      const newRun = { run, sheets: [...earlierSheets, ...savedImport.parts.filter(isNew)] };
      lastRun.current = newRun;
      setCurrent(newRun);
      void withImportLock(savedImport.id, () => run.start(isResumed))
        .then(() => reportEnd(provider, newRun, getWorker))
        .then(() => queryClient.invalidateQueries());
    },
    [getWorker, provider, queryClient, addCreated, forget],
  );
  return { current, begin, forget: () => setCurrent(null), newAccounts };
}

export type Runs = ReturnType<typeof useRuns>;

/** Rows that would be questions in a preview fail, because nobody can answer here. */
export async function judgePart(
  { sheet, type, decisions = [] }: ImportPart,
  { checkImport }: Api,
  getWorker: () => RemoteImportWorker,
): Promise<void> {
  if (!isJudgedTogether(type) || decisions.length > 0) return;
  const { signal } = new AbortController();
  const { questions } = await compareSheet(
    { sheet, type },
    { getWorker, checkImport, signal, onProgress: () => undefined },
  );
  await getWorker().decide(
    sheet,
    questions.map(({ index }) => [index, { as: 'ask' }]),
  );
}

/** Reports the end to the server, which then sends a notification. The summary does not need the response. */
async function reportEnd(
  { finishImport }: Api,
  { run: { saved, state }, sheets }: CurrentRun,
  getWorker: () => RemoteImportWorker,
): Promise<void> {
  if (canContinue(state())) return;
  const failedInRound = sumTotals(state()).failed;
  // Failed rows of earlier rounds count until they are corrected.
  const failed =
    saved.round === 0
      ? failedInRound
      : await Promise.all(sheets.map(({ sheet }) => getWorker().summary(sheet))).then(
          (summaries) => summaries.reduce((sum, { invalid }) => sum + invalid, 0),
          () => failedInRound, // the dialog is closed, so the worker and its rows no longer exist
        );
  await finishImport(saved.id, failed).catch(() => null);
}

/**
 * Prepares the next round of an import: corrected rows, or the rows after a stop. One undo reverts all
 * rounds.
 * @param planFor returns null for a sheet without rows to send
 */
export async function prepareNextRound(
  getWorker: () => RemoteImportWorker,
  previous: SavedImport,
  sheets: readonly ImportPart[],
  planFor: (sheet: number) => SendMode | null,
): Promise<SavedImport> {
  const parts: ImportPart[] = [];
  let isStopping = false;
  for (const { sheet, type, headerAt = 0, hasGroupHeads, fields, values, name, leftOut = [] } of sheets) {
    const mode = planFor(sheet);
    if (!mode) continue;
    const [plan, corrections, decisions] = await Promise.all([
      getWorker().plan(sheet, mode.kind === 'chosenRows' ? mode : { ...mode, leftOut }),
      getWorker().corrections(sheet),
      getWorker().decisions(sheet),
    ]);
    isStopping ||= mode.kind === 'untilError';
    const mapping = { sheet, type, headerAt, hasGroupHeads, fields, values, corrections, leftOut, decisions };
    parts.push(buildPart(mapping, name, plan, parts.length));
  }
  return {
    ...previous,
    startedAt: new Date().toISOString(),
    stopOnError: isStopping,
    round: previous.round + 1,
    parts,
  };
}
