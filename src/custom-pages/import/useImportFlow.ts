import { useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import type { CheckSummary, SheetPlan } from '../../features/import/SheetWork';
import { loadRememberedFields, rememberFields } from '../../features/import/matching';
import { newImport, buildPart } from '../../features/import/savedImports';
import { outlineAtHeader } from '../../features/import/sheet';
import { t } from '../../i18n/text';
import { useNotices } from '../../ui/dialog/Toasts';
import { autoFields, sheetFor, withLikelyHeader } from './fields';
import type { SheetInfo } from './ImportWorker';
import { useImportWorker } from './useImportWorker';
import { useRuns } from './useRuns';
import { useSource } from './useSource';

export type FlowStep = 'upload' | 'mapping' | 'preview' | 'importing';
export type ReadableSheet = Extract<SheetInfo, { header: string[] }>;

interface Mapping {
  at: number;
  headerAt: number;
  fields: (string | null)[];
  isRemembered: boolean;
}

/** State and actions of the import dialog for one file or link, from the upload to the summary; spec 2 §4. */
export function useImportFlow(type: ImportType, isOnline: boolean) {
  const { notifyError } = useNotices();
  const userId = useSession()?.user.id ?? 0;
  const provider = useApi();
  const ask = useImportWorker();
  const runs = useRuns(ask);
  const source = useSource(ask, provider);
  const [step, setStep] = useState<FlowStep>('upload');
  const [mapping, setMapping] = useState<Mapping>({ at: 0, headerAt: 0, fields: [], isRemembered: false });
  const [summary, setSummary] = useState<CheckSummary | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const info = source.sheets[mapping.at];
  const sheet = info && 'header' in info ? outlineAtHeader(info, mapping.headerAt) : null;
  /** The columns (JSON) for which rows were corrected that are not imported yet; null without such rows. */
  const [correctedColumns, setCorrectedColumns] = useState<string | null>(null);
  const columns = JSON.stringify([mapping.at, mapping.headerAt, mapping.fields]);

  const isKnown = (header: readonly string[]) => loadRememberedFields(userId, type, header) !== null;
  const match = (at: number, { header, headerAt, samples }: ReadableSheet) => {
    const remembered = loadRememberedFields(userId, type, header);
    const fields = remembered ?? autoFields(type, header, samples);
    setMapping({ at, headerAt, fields, isRemembered: remembered !== null });
  };
  const chooseSheet = (at: number, sheets: readonly SheetInfo[] = source.sheets) => {
    const chosen = sheets[at];
    if (chosen && 'header' in chosen) match(at, withLikelyHeader(type, chosen, isKnown));
    else setMapping({ at, headerAt: 0, fields: [], isRemembered: false });
  };
  const showSheets = (sheets: SheetInfo[] | null) => {
    if (!sheets) return;
    const readable = sheets.some((one) => 'header' in one);
    const at = sheetFor(type, sheets);
    const chosen = sheets[at];
    if (chosen && 'problem' in chosen && (sheets.length === 1 || !readable)) {
      source.refuse(chosen.problem);
      return;
    }
    chooseSheet(at, sheets);
    setCorrectedColumns(null);
    setStep('mapping');
  };
  const currentPart = async () => ({
    sheet: mapping.at,
    type,
    headerAt: mapping.headerAt,
    fields: mapping.fields,
    // Corrections are valid only for the columns for which they were made.
    corrections: correctedColumns && correctedColumns === columns ? await ask().corrections(mapping.at) : [],
  });
  const check = async () => {
    setIsChecking(true);
    try {
      if (sheet) rememberFields(userId, type, sheet.header, mapping.fields);
      setSummary(await ask().check(await currentPart()));
      setStep('preview');
    } catch {
      source.fail(t('imports.problems.unreadable'));
    } finally {
      setIsChecking(false);
    }
  };

  const start = async (mode: SheetPlan) => {
    if (!source.source) return;
    const plan = await ask().plan(mapping.at, mode);
    const saved = {
      userId,
      name: source.name,
      source: source.source,
      stopOnError: mode.kind === 'stop',
      parts: [buildPart(await currentPart(), sheet?.name ?? null, plan)],
    };
    runs.begin(newImport(saved));
    setCorrectedColumns(null);
    setStep('importing');
  };

  return {
    ask,
    isOnline,
    step,
    source,
    sheet,
    mapping,
    summary,
    isChecking,
    runs,
    openFile: async (file: File) => showSheets(await source.openFile(file)),
    openLink: async (link: string) => showSheets(await source.openLink(link)),
    chooseSheet: (at: number) => chooseSheet(at),
    chooseHeader: (headerAt: number) => sheet && match(mapping.at, outlineAtHeader(sheet, headerAt)),
    matchAgain: () =>
      setMapping((before) => ({
        ...before,
        fields: autoFields(type, sheet?.header ?? [], sheet?.samples),
        isRemembered: false,
      })),
    setField: (column: number, field: string | null) =>
      setMapping((before) => ({
        ...before,
        // A field has one column: choosing it here removes it from another column.
        fields: before.fields.map((one, index) => (index === column ? field : one === field ? null : one)),
        isRemembered: false,
      })),
    check,
    isCorrected: correctedColumns !== null,
    noteCorrection: () => setCorrectedColumns(columns),
    reread: async () => setSummary(await ask().summary(mapping.at)),
    start: (mode: SheetPlan) => start(mode).catch(() => notifyError(t('imports.problems.failed'))),
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
