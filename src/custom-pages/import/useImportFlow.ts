import { useState } from 'react';
import type { MissingFromFile } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import type { CheckSummary, RowDecision, SendMode } from '../../features/import/SheetWork';
import { loadRememberedFields, rememberFields } from '../../features/import/matching';
import { newImport, buildPart } from '../../features/import/importRecord';
import { outlineAtHeader } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { proposeFields, findSheetIndex, chooseHeader } from './fields';
import type { SheetInfo } from './ImportWorker';
import { useImportWorker } from './useImportWorker';
import { useRuns } from './useRuns';
import { useSource } from './useSource';

export type FlowStep = 'upload' | 'mapping' | 'preview' | 'importing';
export type ReadableSheet = Extract<SheetInfo, { header: string[] }>;

interface Mapping {
  sheetIndex: number;
  headerAt: number;
  fields: (string | null)[];
  isRemembered: boolean;
}

interface Answers {
  /** The user's decisions about people. */
  decisions: readonly RowDecision[];
  missing: readonly MissingFromFile[];
}

/** State and actions of the import dialog for one file or link (spec 2 §4). */
export function useImportFlow(type: ImportType, isOnline: boolean) {
  const { notifyError } = useNotices();
  const userId = useSession()?.user.id ?? 0;
  const provider = useApi();
  const getWorker = useImportWorker();
  const runs = useRuns(getWorker);
  const source = useSource(getWorker, provider);
  const [step, setStep] = useState<FlowStep>('upload');
  const [mapping, setMapping] = useState<Mapping>({
    sheetIndex: 0,
    headerAt: 0,
    fields: [],
    isRemembered: false,
  });
  const [summary, setSummary] = useState<CheckSummary | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const sheetInfo = source.sheets[mapping.sheetIndex];
  const sheet = sheetInfo && 'header' in sheetInfo ? outlineAtHeader(sheetInfo, mapping.headerAt) : null;
  /**
   * The mapping (as JSON) that the corrected rows belong to; null if no corrected row waits for an import.
   */
  const [correctedMapping, setCorrectedMapping] = useState<string | null>(null);
  const mappingKey = JSON.stringify([mapping.sheetIndex, mapping.headerAt, mapping.fields]);

  const isRemembered = (header: readonly string[]) => loadRememberedFields(userId, type, header) !== null;
  const matchColumns = (sheetIndex: number, { header, headerAt, samples }: ReadableSheet) => {
    const remembered = loadRememberedFields(userId, type, header);
    const fields = remembered ?? proposeFields(type, header, samples);
    setMapping({ sheetIndex, headerAt, fields, isRemembered: remembered !== null });
  };
  const chooseSheet = (sheetIndex: number, sheets: readonly SheetInfo[] = source.sheets) => {
    const chosenSheet = sheets[sheetIndex];
    if (chosenSheet && 'header' in chosenSheet)
      matchColumns(sheetIndex, chooseHeader(type, chosenSheet, isRemembered));
    else setMapping({ sheetIndex, headerAt: 0, fields: [], isRemembered: false });
  };
  const openSheets = (sheets: SheetInfo[] | null) => {
    if (!sheets) return;
    const hasReadable = sheets.some((one) => 'header' in one);
    const sheetIndex = findSheetIndex(type, sheets);
    const chosenSheet = sheets[sheetIndex];
    if (chosenSheet && 'problem' in chosenSheet && (sheets.length === 1 || !hasReadable)) {
      source.refuse(chosenSheet.problem);
      return;
    }
    chooseSheet(sheetIndex, sheets);
    setCorrectedMapping(null);
    setStep('mapping');
  };
  const buildSheetUse = async () => ({
    sheet: mapping.sheetIndex,
    type,
    headerAt: mapping.headerAt,
    fields: mapping.fields,
    // Corrections are valid only for the mapping in which the user made them.
    corrections:
      correctedMapping && correctedMapping === mappingKey
        ? await getWorker().corrections(mapping.sheetIndex)
        : [],
  });
  /** The students of the file's batches who are not in the file. */
  const [missing, setMissing] = useState<readonly MissingFromFile[]>([]);
  const check = async () => {
    setIsChecking(true);
    try {
      if (sheet) rememberFields(userId, type, sheet.header, mapping.fields);
      setSummary(await getWorker().check(await buildSheetUse()));
      setStep('preview');
    } catch {
      source.fail(t('imports.problems.unreadable'));
    } finally {
      setIsChecking(false);
    }
  };

  const start = async (mode: SendMode, answers: Answers) => {
    if (!source.source) return;
    await getWorker().decide(mapping.sheetIndex, [...answers.decisions]);
    const plan = await getWorker().plan(mapping.sheetIndex, mode);
    const leftOut = mode.kind === 'chosenRows' ? [] : (mode.leftOut ?? []);
    const importContent = {
      userId,
      name: source.name,
      source: source.source,
      stopOnError: mode.kind === 'untilError',
      parts: [
        buildPart(
          {
            ...(await buildSheetUse()),
            leftOut,
            decisions: await getWorker().decisions(mapping.sheetIndex),
          },
          sheet?.name ?? null,
          plan,
        ),
      ],
    };
    setMissing(answers.missing);
    runs.begin(newImport(importContent));
    setCorrectedMapping(null);
    setStep('importing');
  };

  return {
    getWorker,
    isOnline,
    step,
    source,
    sheet,
    mapping,
    summary,
    isChecking,
    runs,
    openFile: async (file: File) => openSheets(await source.openFile(file)),
    openLink: async (link: string) => openSheets(await source.openLink(link)),
    chooseSheet: (sheetIndex: number) => chooseSheet(sheetIndex),
    chooseHeader: (headerAt: number) =>
      sheet && matchColumns(mapping.sheetIndex, outlineAtHeader(sheet, headerAt)),
    matchAgain: () =>
      setMapping((current) => ({
        ...current,
        fields: proposeFields(type, sheet?.header ?? [], sheet?.samples),
        isRemembered: false,
      })),
    setField: (column: number, field: string | null) =>
      setMapping((current) => ({
        ...current,
        // A field has one column, so the choice of a field clears it in the other columns.
        fields: current.fields.map((currentField, index) =>
          index === column ? field : currentField === field ? null : currentField,
        ),
        isRemembered: false,
      })),
    check,
    isCorrected: correctedMapping !== null,
    markCorrected: () => setCorrectedMapping(mappingKey),
    reloadSummary: async () => setSummary(await getWorker().summary(mapping.sheetIndex)),
    missing,
    start: (mode: SendMode, answers: Answers) =>
      start(mode, answers).catch(() => notifyError(t('imports.problems.failed'))),
    back: () => {
      source.clear(step === 'mapping');
      setStep(step === 'preview' ? 'mapping' : 'upload');
    },
    restart: () => {
      source.clear(true);
      runs.forget();
      setSummary(null);
      setStep('upload');
    },
  };
}

export type ImportFlow = ReturnType<typeof useImportFlow>;
