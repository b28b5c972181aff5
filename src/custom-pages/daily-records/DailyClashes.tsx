import { type RecordResult, recordResultNames } from '../../../contract/vocabulary';
import { describeFaults, parseFaults } from '../../features/hearing/hearing';
import { t } from '../../i18n/text';
import { ClashDialog } from '../../ui/form/StaleDialog';
import type { Column, EntrySettings } from './dailyModel';
import type { DailyRecordsOfDay } from './useDailyRecords';

export default function DailyClashes({ recordsState }: { recordsState: DailyRecordsOfDay }) {
  return (
    <ClashDialog
      clashes={recordsState.clashes}
      toField={({ key, column, studentName }) => ({
        name: `${column} ${key}`,
        label: t('teaching.cellOf', { column: t(`dailyRecords.columns.${column}`), student: studentName }),
        format: (value) => describeValue(column, String(value), recordsState.settings),
      })}
      isSaving={recordsState.isSaving}
      onResolve={recordsState.resolve}
      onClose={recordsState.dropClashes}
    />
  );
}

function describeValue(column: Column, text: string, { assessmentRules }: EntrySettings): string {
  if (column === 'result') return recordResultNames[text as RecordResult] ?? text;
  if (column !== 'faults') return text;
  const faultName = (key: string) => assessmentRules?.kinds.find((kind) => kind.key === key)?.name ?? key;
  return describeFaults(parseFaults(text), faultName);
}
