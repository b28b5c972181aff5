import { useState } from 'react';
import { ruleMessages } from '../../../contract/errors';
import { importTypesInOrder } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { describeProblem } from '../../features/import/Problem';
import type { CheckSummary } from '../../features/import/SheetWork';
import { loadRememberedFields, rememberFields } from '../../features/import/matching';
import { type ImportPart, newImport, buildPart, type SheetMapping } from '../../features/import/importRecord';
import { t } from '../../i18n/text';
import { proposeFields, detectSheetTypes, chooseHeader } from './fields';
import type { SheetInfo } from './ImportWorker';
import type { ReadableSheet } from './useImportFlow';
import { useImportTypes } from './useImportTypes';
import { type RemoteImportWorker, useImportWorker } from './useImportWorker';
import { useRuns } from './useRuns';
import { useSource } from './useSource';

export interface SheetItem {
  index: number;
  name: string;
  type: ImportType | null;
  sheet: ReadableSheet | null;
  fields: (string | null)[];
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
  const updateItem = (index: number, changes: Partial<SheetItem>) =>
    setItems((current) => current.map((item) => (item.index === index ? { ...item, ...changes } : item)));

  const check = async (item: SheetItem) => {
    const { index, type, sheet, fields } = item;
    if (!type || !sheet) return;
    updateItem(index, { sheet, fields, state: 'loading', problem: null });
    const sheetUse = { sheet: index, type, headerAt: sheet.headerAt, fields, corrections: [] };
    updateItem(index, await checkSheet(getWorker, sheetUse, item));
  };

  const showSheets = async (sheets: SheetInfo[] | null) => {
    if (!sheets) return;
    const types = detectSheetTypes(sheets);
    if (types.every((type) => type === null)) {
      source.fail(t('imports.problems.noSheets'));
      return;
    }
    const newItems = sheets.map((info, index) => {
      const type = types[index] ?? null;
      return buildItem(userId, info, index, { type, allowedTypes, isRepeated: types.indexOf(type) < index });
    });
    setItems(newItems);
    for (const item of newItems) if (item.state === 'loading') await check(item);
  };

  const start = async () => {
    if (!source.source) return;
    const parts = await buildParts(items, getWorker);
    runs.begin(newImport({ userId, name: source.name, source: source.source, stopOnError: false, parts }));
  };

  return {
    getWorker,
    source,
    items,
    runs,
    openFile: async (file: File) => showSheets(await source.openFile(file)),
    openLink: async (link: string) => showSheets(await source.openLink(link, true)),
    select: (index: number, isSelected: boolean) => updateItem(index, { isSelected }),
    findFields: (type: ImportType, sheet: ReadableSheet) => findFields(userId, type, sheet),
    setFields: (item: SheetItem, sheet: ReadableSheet, fields: (string | null)[]) => {
      if (item.type) rememberFields(userId, item.type, sheet.header, fields);
      return check({ ...item, sheet, fields });
    },
    start: () => start().catch(() => source.fail(t('imports.problems.failed'))),
    back: () => {
      setItems([]);
      source.clear(true);
    },
  };
}

/** Returns the user's last mapping of these columns. Without one, the headers decide. */
const findFields = (userId: number, type: ImportType, { header, samples }: ReadableSheet) =>
  loadRememberedFields(userId, type, header) ?? proposeFields(type, header, samples);

interface SheetKind {
  type: ImportType | null;
  allowedTypes: readonly ImportType[];
  isRepeated: boolean;
}

function buildItem(userId: number, info: SheetInfo, index: number, kind: SheetKind): SheetItem {
  const { type } = kind;
  const readable = 'header' in info ? info : null;
  const isRemembered = (header: readonly string[]) =>
    type !== null && loadRememberedFields(userId, type, header) !== null;
  const sheet = readable && type ? chooseHeader(type, readable, isRemembered) : readable;
  const fields = sheet && type ? findFields(userId, type, sheet) : [];
  const problem = findSheetProblem(info, kind);
  const name = info.name || t('imports.sheetNumber', { number: index + 1 });
  const state = problem === null ? 'loading' : 'error';
  return { index, name, type, sheet, fields, state, problem, summary: null, isSelected: false };
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
    const headerAt = item.sheet?.headerAt ?? 0;
    const sheetUse = { sheet: item.index, type, headerAt, fields: item.fields, corrections: [] };
    parts.push(buildPart(sheetUse, item.name, plan, parts.length));
  }
  return parts;
}

async function checkSheet(
  getWorker: () => RemoteImportWorker,
  sheetUse: SheetMapping,
  { sheet, summary: earlierSummary }: SheetItem,
): Promise<Partial<SheetItem>> {
  if (sheetUse.fields.every((field) => field === null))
    return { state: 'error', problem: t('importsEnd.noColumns'), summary: null, isSelected: false };
  try {
    const summary = await getWorker().check(sheetUse);
    const hasNoValidRows = summary.invalidLocally === summary.total;
    return {
      summary,
      state: hasNoValidRows ? 'error' : 'pending',
      problem: hasNoValidRows ? t('imports.problems.noRows') : null,
      // The user selects a hidden sheet himself.
      isSelected: !hasNoValidRows && (!sheet?.isHidden || earlierSummary !== null),
    };
  } catch {
    return { state: 'error', problem: t('imports.problems.unreadable'), isSelected: false };
  }
}

export type SheetsFlow = ReturnType<typeof useSheetsFlow>;
