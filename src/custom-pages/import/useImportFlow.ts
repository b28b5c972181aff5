import { useState } from 'react';
import type { MissingFromFile } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import type { CheckSummary, RowDecision, SendMode } from '../../features/import/SheetWork';
import { rememberFields } from '../../features/import/matching';
import { newImport, buildPart } from '../../features/import/importRecord';
import { outlineAtHeader } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { findSheetIndex } from './fields';
import { emptyReview } from './importChanges';
import type { FileValues, ValueSources } from './fileValues';
import type { ReadableSheet, SheetInfo } from './ImportWorker';
import {
  changeField,
  changeValues,
  emptyMapping,
  keepChosenValues,
  outlineOf,
  toSheetMapping,
} from './mapping';
import { useImportWorker } from './useImportWorker';
import { joinHeader, type ProposalOptions, useProposals } from './useProposals';
import { useRuns } from './useRuns';
import { useSource } from './useSource';

export type FlowStep = 'upload' | 'mapping' | 'preview' | 'importing';

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
  const [mapping, setMapping] = useState(emptyMapping(0));
  const proposals = useProposals(getWorker);
  const [summary, setSummary] = useState<CheckSummary | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const sheetInfo = source.sheets[mapping.sheetIndex];
  const sheet = sheetInfo && 'header' in sheetInfo ? outlineOf(sheetInfo, mapping) : null;
  /**
   * The mapping (as JSON) that the corrected rows belong to; null if no corrected row waits for an import.
   */
  const [correctedMapping, setCorrectedMapping] = useState<string | null>(null);
  const sheetMapping = toSheetMapping(type, mapping);
  const mappingKey = JSON.stringify(sheetMapping);

  /** Resolves to false if the sheet cannot be read. Values that the user chose stay. */
  const matchColumns = async (
    sheetIndex: number,
    outline: ReadableSheet,
    options: ProposalOptions,
  ): Promise<boolean> => {
    try {
      const proposed = await proposals.propose(type, sheetIndex, outline, options);
      if (proposed) setMapping((current) => keepChosenValues(type, proposed, outline, current));
      return true;
    } catch {
      source.fail(t('imports.problems.unreadable'));
      return false;
    }
  };
  const chooseSheet = async (sheetIndex: number, sheets: readonly SheetInfo[], fileName: string) => {
    setMapping(emptyMapping(sheetIndex));
    const chosenSheet = sheets[sheetIndex];
    if (!chosenSheet || 'problem' in chosenSheet) return true;
    return matchColumns(sheetIndex, chosenSheet, { fileName, choosesHeader: true });
  };
  const openSheets = async (sheets: SheetInfo[] | null, fileName: string) => {
    if (!sheets) return;
    const hasReadable = sheets.some((one) => 'header' in one);
    const sheetIndex = findSheetIndex(type, sheets);
    const chosenSheet = sheets[sheetIndex];
    if (chosenSheet && 'problem' in chosenSheet && (sheets.length === 1 || !hasReadable)) {
      source.refuse(chosenSheet.problem);
      return;
    }
    if (!(await chooseSheet(sheetIndex, sheets, fileName))) return;
    setCorrectedMapping(null);
    setReview(emptyReview);
    setStep('mapping');
  };
  const buildSheetUse = async () => ({
    ...sheetMapping,
    // Corrections are valid only for the mapping in which the user made them.
    corrections:
      correctedMapping && correctedMapping === mappingKey
        ? await getWorker().corrections(mapping.sheetIndex)
        : [],
  });
  const [review, setReview] = useState(emptyReview);
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
    isMatching: proposals.isMatching,
    sheetMapping,
    openFile: async (file: File) => openSheets(await source.openFile(file), file.name),
    openLink: async (link: string) => openSheets(await source.openLink(link), ''),
    chooseSheet: (sheetIndex: number) => void chooseSheet(sheetIndex, source.sheets, source.name),
    chooseHeader: (headerAt: number) => {
      if (!sheet) return;
      const outline = joinHeader(type, outlineAtHeader(sheet, headerAt), mapping.catalogue);
      void matchColumns(mapping.sheetIndex, outline, { fileName: source.name });
    },
    matchAgain: () =>
      sheet && void matchColumns(mapping.sheetIndex, sheet, { fileName: source.name, usesRemembered: false }),
    setField: (column: number, field: string | null) =>
      setMapping((current) => changeField(type, sheet?.header ?? [], current, column, field)),
    setValues: (changes: FileValues, sources: ValueSources) =>
      setMapping((current) => changeValues(type, sheet?.header ?? [], current, changes, sources)),
    setMarkField: (markField: string | null) => setMapping((current) => ({ ...current, markField })),
    check,
    isCorrected: correctedMapping !== null,
    markCorrected: () => setCorrectedMapping(mappingKey),
    reloadSummary: async () => setSummary(await getWorker().summary(mapping.sheetIndex)),
    review,
    setReview,
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
