import { useState } from 'react';
import type { Api } from '../../dataProvider';
import { describeProblem } from '../../features/import/Problem';
import type { Source } from '../../features/import/readSource';
import type { ReadingProblem } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { problemMessage } from '../../ui/page/problemMessage';
import type { SheetInfo } from './ImportWorker';
import type { RemoteImportWorker } from './useImportWorker';

interface Read {
  source: Source | null;
  /** The name of the file or online sheet. */
  name: string;
  sheets: SheetInfo[];
  busy: 'reading' | 'fetching' | null;
  /** One or more sentences. */
  problem: string[];
  /** The server cannot fetch sheets: the person can upload a file instead. */
  needsFile: boolean;
}

const nothing: Read = { source: null, name: '', sheets: [], busy: null, problem: [], needsFile: false };

/** A file or online spreadsheet, read by the worker: its sheets, or its problem. */
export function useSource(ask: () => RemoteImportWorker, { fetchSheets }: Pick<Api, 'fetchSheets'>) {
  const [read, setRead] = useState(nothing);
  const fail = (...problem: string[]) => {
    setRead({ ...nothing, problem });
    return null;
  };
  const refuse = (problem: ReadingProblem) =>
    fail(describeProblem(problem), ...(problem.kind === 'notCsv' ? [t('imports.problems.notCsvHint')] : []));

  const open = async (source: Source, name: string): Promise<SheetInfo[] | null> => {
    setRead({ ...nothing, name, busy: 'reading' });
    try {
      const answer = await ask().open(source);
      if ('problem' in answer) return refuse(answer.problem);
      setRead({ ...nothing, source, name, sheets: answer.sheets });
      return answer.sheets;
    } catch {
      return fail(t('imports.problems.notOpened'));
    }
  };

  /** `all`: every sheet of the spreadsheet, else the one that the link points to. */
  const openLink = async (link: string, all = false): Promise<SheetInfo[] | null> => {
    if (link.trim() === '') return fail(t('imports.problems.noLink'));
    const online = onlineSheetOf(link);
    if (!online) return fail(t('imports.problems.badLink'));
    setRead({ ...nothing, name: link, busy: 'fetching' });
    try {
      const answer = await fetchSheets(all ? { sheet_id: online.sheet_id } : online);
      if (!answer) {
        setRead({ ...nothing, problem: [t('imports.problems.cannotFetch')], needsFile: true });
        return null;
      }
      if (answer.sheets.length === 0) return fail(t('imports.problems.noSheets'));
      return await open({ kind: 'texts', texts: answer.sheets }, answer.title ?? t('imports.link'));
    } catch (problem) {
      return fail(problemMessage(problem, t('imports.problems.fetchFailed')));
    }
  };

  return {
    ...read,
    openFile: (file: File) => open({ kind: 'file', file, name: file.name }, file.name),
    openLink,
    fail,
    refuse,
    /** Removes the messages; `all` also removes what was read. */
    clear: (all: boolean) => setRead(all ? nothing : { ...read, problem: [] }),
  };
}

/** Spec 2 §5. */
const leastIdLength = 20;

/** The spreadsheet of a link or an id; null without an id of at least twenty characters. */
export function onlineSheetOf(link: string): { sheet_id: string; gid?: string } | null {
  const text = link.trim();
  const id = /\/d\/([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]+$/.test(text) ? text : null);
  if (id === null || id.length < leastIdLength || id.length > 200) return null;
  const gid = /[?#&]gid=(\d{1,15})(?!\d)/.exec(text)?.[1];
  return { sheet_id: id, ...(gid === undefined ? {} : { gid }) };
}
