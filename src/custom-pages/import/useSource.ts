import { useState } from 'react';
import type { Api } from '../../dataProvider';
import { describeProblem } from '../../features/import/Problem';
import type { Source } from '../../features/import/readSource';
import type { ReadingProblem } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { problemMessage } from '../../ui/page/problemMessage';
import type { SheetInfo } from './ImportWorker';
import type { RemoteImportWorker } from './useImportWorker';

interface SourceState {
  source: Source | null;
  name: string;
  sheets: SheetInfo[];
  busy: 'reading' | 'fetching' | null;
  problem: string[];
  /** True if the server cannot download sheets, so the user has to upload a file. */
  needsFile: boolean;
}

const emptyState: SourceState = {
  source: null,
  name: '',
  sheets: [],
  busy: null,
  problem: [],
  needsFile: false,
};

export function useSource(getWorker: () => RemoteImportWorker, { fetchSheets }: Pick<Api, 'fetchSheets'>) {
  const [state, setState] = useState(emptyState);
  const fail = (...problem: string[]) => {
    setState({ ...emptyState, problem });
    return null;
  };
  const refuse = (problem: ReadingProblem) =>
    fail(describeProblem(problem), ...(problem.kind === 'notCsv' ? [t('imports.problems.notCsvHint')] : []));

  const open = async (source: Source, name: string): Promise<SheetInfo[] | null> => {
    setState({ ...emptyState, name, busy: 'reading' });
    try {
      const answer = await getWorker().open(source);
      if ('problem' in answer) return refuse(answer.problem);
      setState({ ...emptyState, source, name, sheets: answer.sheets });
      return answer.sheets;
    } catch {
      return fail(t('imports.problems.notOpened'));
    }
  };

  /** @param hasAllSheets loads all sheets, and not only the linked one */
  const openLink = async (link: string, hasAllSheets = false): Promise<SheetInfo[] | null> => {
    if (link.trim() === '') return fail(t('imports.problems.noLink'));
    const onlineSheet = parseSheetLink(link);
    if (!onlineSheet) return fail(t('imports.problems.badLink'));
    setState({ ...emptyState, name: link, busy: 'fetching' });
    try {
      const answer = await fetchSheets(hasAllSheets ? { sheet_id: onlineSheet.sheet_id } : onlineSheet);
      if (!answer) {
        setState({ ...emptyState, problem: [t('imports.problems.cannotFetch')], needsFile: true });
        return null;
      }
      const title = answer.title ?? t('imports.link');
      const { sheets: texts, workbook } = answer;
      if (workbook !== undefined) {
        const file = new Blob([decodeBase64(workbook)]);
        const sheets = await open({ kind: 'file', file, name: 'workbook.xlsx' }, title);
        const marked = markLinked(sheets, texts[0]?.name);
        if (marked) setState((current) => ({ ...current, sheets: marked }));
        if (marked || texts.length === 0) return marked ?? sheets;
        // A workbook shortens long names of sheets, and then only the CSV is certain to be the sheet.
      }
      if (texts.length === 0) return fail(t('imports.problems.noSheets'));
      return await open({ kind: 'texts', texts }, title);
    } catch (problem) {
      return fail(problemMessage(problem, t('imports.problems.fetchFailed')));
    }
  };

  return {
    ...state,
    openFile: (file: File) => open({ kind: 'file', file, name: file.name }, file.name),
    openLink,
    fail,
    refuse,
    /** @param isReset removes the source too; otherwise only the messages */
    clear: (isReset: boolean) => setState(isReset ? emptyState : { ...state, problem: [] }),
  };
}

/** Null if no sheet has the name of the link. */
function markLinked(sheets: SheetInfo[] | null, linkedName: string | null | undefined): SheetInfo[] | null {
  const marked = sheets?.map((sheet) => ({ ...sheet, isLinked: sheet.name === linkedName })) ?? [];
  return marked.some(({ isLinked }) => isLinked) ? marked : null;
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Spec 2 §5 sets the limit. */
const minIdLength = 20;

/** Accepts a link or an id. Returns null unless the id has 20 to 200 characters. */
export function parseSheetLink(link: string): { sheet_id: string; gid?: string } | null {
  const text = link.trim();
  const id = /\/d\/([\w-]+)/.exec(text)?.[1] ?? (/^[\w-]+$/.test(text) ? text : null);
  if (id === null || id.length < minIdLength || id.length > 200) return null;
  const gid = /[?#&]gid=(\d{1,15})(?!\d)/.exec(text)?.[1];
  return { sheet_id: id, ...(gid === undefined ? {} : { gid }) };
}
