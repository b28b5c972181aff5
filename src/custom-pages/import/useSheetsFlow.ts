import { useState } from 'react';
import { ruleMessages } from '../../../contract/errors';
import { importTypesInOrder } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { describeProblem } from '../../features/import/Problem';
import type { CheckSummary } from '../../features/import/SheetWork';
import { rememberFields } from '../../features/import/matching';
import { type ImportPart, newImport, buildPart } from '../../features/import/importRecord';
import { needsMarkField } from '../../features/import/subjectColumns';
import { t } from '../../i18n/text';
import { detectSheetTypes } from './fields';
import type { ReadableSheet, SheetInfo } from './ImportWorker';
import { emptyMapping, findBatchProblem, type Mapping, outlineOf, toSheetMapping } from './mapping';
import { useImportTypes } from './useImportTypes';
import { type RemoteImportWorker, useImportWorker } from './useImportWorker';
import { type Proposals, useProposals } from './useProposals';
import { useRuns } from './useRuns';
import { useSource } from './useSource';

export interface SheetItem {
  index: number;
  name: string;
  type: ImportType | null;
  sheet: ReadableSheet | null;
  mapping: Mapping;
  state: 'pending' | 'loading' | 'error';
  problem: string | null;
  summary: CheckSummary | null;
  isSelected: boolean;
}

export function useSheetsFlow() {
  const userId = useSession()?.user.id ?? 0;
  const allowedTypes = useImportTypes();
  const provider = useApi();
  const getWorker = useImportWorker();
  const runs = useRuns(getWorker);
  const source = useSource(getWorker, provider);
  const [items, setItems] = useState<SheetItem[]>([]);
  const proposals = useProposals(getWorker);
  const updateItem = (index: number, changes: Partial<SheetItem>) =>
    setItems((current) => current.map((item) => (item.index === index ? { ...item, ...changes } : item)));

  const check = async (item: SheetItem) => {
    const { index, type, sheet, mapping } = item;
    if (!type || !sheet) return;
    updateItem(index, { sheet, mapping, state: 'loading', problem: null });
    updateItem(index, await checkSheet(getWorker, type, { ...item, sheet }));
  };

  const showSheets = async (sheets: SheetInfo[] | null) => {
    if (!sheets) return;
    const types = detectSheetTypes(sheets);
    if (types.every((type) => type === null)) return void source.fail(t('imports.problems.noSheets'));
    const newItems = buildItems(sheets, types, allowedTypes);
    setItems(newItems);
    for (const item of newItems.filter(({ state }) => state === 'loading')) {
      const matched = await matchSheet(item, proposals.propose);
      await (matched.problem === null ? check(matched) : updateItem(item.index, matched));
    }
  };

  const start = async ({ source: opened, name }: typeof source) => {
    if (!opened) return;
    const parts = await buildParts(items, getWorker);
    runs.begin(newImport({ userId, name, source: opened, stopOnError: false, parts }));
  };

  return {
    getWorker,
    source,
    items,
    runs,
    openFile: async (file: File) => showSheets(await source.openFile(file)),
    openLink: async (link: string) => showSheets(await source.openLink(link, true)),
    select: (index: number, isSelected: boolean) => updateItem(index, { isSelected }),
    proposals,
    setMapping: (item: SheetItem, sheet: ReadableSheet, mapping: Mapping) => {
      if (item.type) rememberFields(userId, item.type, sheet.header, mapping.fields);
      return check({ ...item, sheet, mapping });
    },
    start: () => start(source).catch(() => source.fail(t('imports.problems.failed'))),
    back: () => {
      setItems([]);
      source.clear(true);
    },
  };
}

async function matchSheet(item: SheetItem, propose: Proposals['propose']): Promise<SheetItem> {
  const { index, type, sheet } = item;
  if (!type || !sheet) return item;
  try {
    // Nobody would see proposed values, because the list does not show the columns of each sheet.
    const mapping = await propose(type, index, sheet, { fileName: null, choosesHeader: true });
    return mapping ? { ...item, mapping, sheet: outlineOf(sheet, mapping) } : item;
  } catch {
    return { ...item, state: 'error', problem: t('imports.problems.unreadable') };
  }
}

interface SheetKind {
  type: ImportType | null;
  allowedTypes: readonly ImportType[];
  isRepeated: boolean;
}

const buildItems = (
  sheets: readonly SheetInfo[],
  types: readonly (ImportType | null)[],
  allowedTypes: readonly ImportType[],
): SheetItem[] =>
  sheets.map((info, index) => {
    const type = types[index] ?? null;
    return buildItem(info, index, { type, allowedTypes, isRepeated: types.indexOf(type) < index });
  });

function buildItem(info: SheetInfo, index: number, kind: SheetKind): SheetItem {
  const problem = findSheetProblem(info, kind);
  return {
    index,
    name: info.name || t('imports.sheetNumber', { number: index + 1 }),
    type: kind.type,
    sheet: 'header' in info ? info : null,
    mapping: emptyMapping(index),
    state: problem === null ? 'loading' : 'error',
    problem,
    summary: null,
    isSelected: false,
  };
}

function findSheetProblem(info: SheetInfo, { type, allowedTypes, isRepeated }: SheetKind): string | null {
  if ('problem' in info)
    return info.problem.kind === 'empty' ? t('imports.problems.sheetEmpty') : describeProblem(info.problem);
  if (type === null) return t('importsEnd.unknownSheet');
  if (!allowedTypes.includes(type)) return ruleMessages.notForOneSection;
  return isRepeated ? t('importsEnd.repeatedType') : null;
}

/** Returns the selected sheets. A sheet comes after the sheets with records that it refers to. */
async function buildParts(
  items: readonly SheetItem[],
  getWorker: () => RemoteImportWorker,
): Promise<ImportPart[]> {
  const parts: ImportPart[] = [];
  for (const type of importTypesInOrder) {
    const item = items.find((one) => one.type === type && one.isSelected && one.state !== 'error');
    if (!item) continue;
    const plan = await getWorker().plan(item.index, { kind: 'validRows' });
    const sheetUse = { ...toSheetMapping(type, item.mapping), corrections: [] };
    parts.push(buildPart(sheetUse, item.name, plan, parts.length));
  }
  return parts;
}

const refusedSheet = (problem: string) =>
  ({ state: 'error', problem, summary: null, isSelected: false }) as const;

async function checkSheet(
  getWorker: () => RemoteImportWorker,
  type: ImportType,
  { sheet, mapping, summary: earlierSummary }: SheetItem & { sheet: ReadableSheet },
): Promise<Partial<SheetItem>> {
  const batchProblem = findBatchProblem(type, sheet.header, mapping);
  if (batchProblem !== null) return refusedSheet(t(`imports.subjectColumns.batch.${batchProblem}`));
  const sheetUse = { ...toSheetMapping(type, mapping), corrections: [] };
  if (sheetUse.fields.every((field) => field === null)) return refusedSheet(t('importsEnd.noColumns'));
  if (needsMarkField(sheetUse.fields)) return refusedSheet(t('imports.subjectColumns.needsMark'));
  try {
    const summary = await getWorker().check(sheetUse);
    const hasNoValidRows = summary.invalidLocally === summary.total;
    return {
      summary,
      state: hasNoValidRows ? 'error' : 'pending',
      problem: hasNoValidRows ? t('imports.problems.noRows') : null,
      // The user selects a hidden sheet himself.
      isSelected: !hasNoValidRows && (!sheet.isHidden || earlierSummary !== null),
    };
  } catch {
    return refusedSheet(t('imports.problems.unreadable'));
  }
}

export type SheetsFlow = ReturnType<typeof useSheetsFlow>;
