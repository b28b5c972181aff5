import { useState } from 'react';
import { ruleMessages } from '../../../contract/errors';
import { importTypesInOrder } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { describeProblem } from '../../features/import/Problem';
import type { CheckSummary } from '../../features/import/SheetWork';
import { loadRememberedFields, rememberFields } from '../../features/import/matching';
import { type ImportPart, newImport, buildPart, type SheetMapping } from '../../features/import/savedImports';
import { t } from '../../i18n/text';
import { autoFields, sheetTypesOf, withLikelyHeader } from './fields';
import type { SheetInfo } from './ImportWorker';
import type { ReadableSheet } from './useImportFlow';
import { useImportTypes } from './useImportTypes';
import { type RemoteImportWorker, useImportWorker } from './useImportWorker';
import { useRuns } from './useRuns';
import { useSource } from './useSource';

/** A sheet of the file, and what is known about it so far. */
export interface SheetLine {
  at: number;
  name: string;
  type: ImportType | null;
  sheet: ReadableSheet | null;
  fields: (string | null)[];
  /** `pending`: read, but not imported yet. */
  state: 'pending' | 'loading' | 'error';
  problem: string | null;
  summary: CheckSummary | null;
  isSelected: boolean;
}

/** Several sheets: each is read and checked; the selected ones are imported in the order that their records need. */
export function useSheetsFlow() {
  const userId = useSession()?.user.id ?? 0;
  const offered = useImportTypes();
  const provider = useApi();
  const ask = useImportWorker();
  const runs = useRuns(ask);
  const source = useSource(ask, provider);
  const [lines, setLines] = useState<SheetLine[]>([]);
  const change = (at: number, some: Partial<SheetLine>) =>
    setLines((all) => all.map((line) => (line.at === at ? { ...line, ...some } : line)));

  const check = async (line: SheetLine) => {
    const { at, type, sheet, fields } = line;
    if (!type || !sheet) return;
    change(at, { sheet, fields, state: 'loading', problem: null });
    change(at, await checkSheet(ask, { sheet: at, type, headerAt: sheet.headerAt, fields, corrections: [] }));
  };

  const showSheets = async (sheets: SheetInfo[] | null) => {
    if (!sheets) return;
    const types = sheetTypesOf(sheets);
    if (types.every((type) => type === null)) {
      source.fail(t('imports.problems.noSheets'));
      return;
    }
    const made = sheets.map((info, at) => {
      const type = types[at] ?? null;
      return lineOf(userId, info, at, { type, offered, isRepeated: types.indexOf(type) < at });
    });
    setLines(made);
    for (const line of made) if (line.state === 'loading') await check(line);
  };

  const start = async () => {
    if (!source.source) return;
    const parts = await partsOf(lines, ask);
    const { name, source: from } = source;
    runs.begin(newImport({ userId, name, source: from, stopOnError: false, parts }));
  };

  return {
    ask,
    source,
    lines,
    runs,
    openFile: async (file: File) => showSheets(await source.openFile(file)),
    openLink: async (link: string) => showSheets(await source.openLink(link, true)),
    select: (at: number, isSelected: boolean) => change(at, { isSelected }),
    fieldsOf: (type: ImportType, sheet: ReadableSheet) => fieldsOf(userId, type, sheet),
    setFields: (line: SheetLine, sheet: ReadableSheet, fields: (string | null)[]) => {
      if (line.type) rememberFields(userId, line.type, sheet.header, fields);
      return check({ ...line, sheet, fields });
    },
    start: () => start().catch(() => source.fail(t('imports.problems.failed'))),
    back: () => {
      setLines([]);
      source.clear(true);
    },
  };
}

/** The fields that this person chose for these columns before, else those that match the headers. */
const fieldsOf = (userId: number, type: ImportType, { header, samples }: ReadableSheet) =>
  loadRememberedFields(userId, type, header) ?? autoFields(type, header, samples);

interface SheetKind {
  type: ImportType | null;
  /** What the person may import. */
  offered: readonly ImportType[];
  isRepeated: boolean;
}

function lineOf(userId: number, info: SheetInfo, at: number, kind: SheetKind): SheetLine {
  const { type } = kind;
  const read = 'header' in info ? info : null;
  const isKnown = (header: readonly string[]) =>
    type !== null && loadRememberedFields(userId, type, header) !== null;
  const sheet = read && type ? withLikelyHeader(type, read, isKnown) : read;
  const fields = sheet && type ? fieldsOf(userId, type, sheet) : [];
  const problem = problemOfSheet(info, kind);
  const name = info.name || t('imports.sheetNumber', { number: at + 1 });
  const state = problem === null ? 'loading' : 'error';
  return { at, name, type, sheet, fields, state, problem, summary: null, isSelected: false };
}

function problemOfSheet(info: SheetInfo, { type, offered, isRepeated }: SheetKind): string | null {
  if ('problem' in info)
    return info.problem.kind === 'empty' ? t('imports.problems.sheetEmpty') : describeProblem(info.problem);
  if (type === null) return t('importsEnd.unknownSheet');
  if (!offered.includes(type)) return ruleMessages.notForOneSection;
  return isRepeated ? t('importsEnd.repeatedType') : null;
}

/** The selected sheets, in the order that their records need. */
async function partsOf(lines: readonly SheetLine[], ask: () => RemoteImportWorker): Promise<ImportPart[]> {
  const parts: ImportPart[] = [];
  for (const type of importTypesInOrder) {
    const line = lines.find((one) => one.type === type && one.isSelected && one.state !== 'error');
    if (!line) continue;
    const plan = await ask().plan(line.at, { kind: 'good' });
    const headerAt = line.sheet?.headerAt ?? 0;
    const use = { sheet: line.at, type, headerAt, fields: line.fields, corrections: [] };
    parts.push(buildPart(use, line.name, plan, parts.length));
  }
  return parts;
}

/** The state of a sheet after its check. */
async function checkSheet(ask: () => RemoteImportWorker, use: SheetMapping): Promise<Partial<SheetLine>> {
  if (use.fields.every((field) => field === null))
    return { state: 'error', problem: t('importsEnd.noColumns'), summary: null, isSelected: false };
  try {
    const summary = await ask().check(use);
    const isUseless = summary.invalidLocally === summary.total;
    return {
      summary,
      state: isUseless ? 'error' : 'pending',
      problem: isUseless ? t('imports.problems.noRows') : null,
      isSelected: !isUseless,
    };
  } catch {
    return { state: 'error', problem: t('imports.problems.unreadable'), isSelected: false };
  }
}

export type SheetsFlow = ReturnType<typeof useSheetsFlow>;
