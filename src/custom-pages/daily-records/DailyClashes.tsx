import { type RecordResult, recordResultNames } from '../../../contract/vocabulary';
import { describeFaults, parseFaults } from '../../features/hearing/hearing';
import { t } from '../../i18n/text';
import { ClashDialog } from '../../ui/form/StaleDialog';
import type { Column, Entry } from './dailyModel';
import type { DailyRecordsOfDay } from './useDailyRecords';

/** Asks for each field in which somebody else has stored another value meanwhile. */
export default function DailyClashes({ day }: { day: DailyRecordsOfDay }) {
  return (
    <ClashDialog
      clashes={day.clashes}
      toField={({ key, column, studentName }) => ({
        name: `${column} ${key}`,
        label: t('teaching.cellOf', { column: t(`dailyRecords.columns.${column}`), student: studentName }),
        format: (value) => shownIn(column, String(value), day.entry),
      })}
      isSaving={day.isSaving}
      onResolve={day.settle}
      onClose={day.dropClashes}
    />
  );
}

/** What a field holds, in words, where it is kept in another way. */
function shownIn(column: Column, text: string, { judging }: Entry): string {
  if (column === 'result') return recordResultNames[text as RecordResult] ?? text;
  if (column !== 'faults') return text;
  const nameOf = (key: string) => judging?.kinds.find((kind) => kind.key === key)?.name ?? key;
  return describeFaults(parseFaults(text), nameOf);
}
