import { useText } from '../../i18n/useText';
import { StaleDialog } from '../../ui/form/StaleDialog';
import type { Clash } from './dailyMerge';
import type { DailyRecordsOfDay } from './useDailyRecords';

const nameOf = ({ key, column }: Clash) => `${column} ${key}`;

/** Both values of each field that two people have changed, and a choice for each. */
export function DailyClashes({
  day: { clashes, isSaving, settle, dropClashes },
}: {
  day: DailyRecordsOfDay;
}) {
  const t = useText();
  if (clashes.length === 0) return null;
  const sideOf = (side: 'mine' | 'theirs') =>
    Object.fromEntries(clashes.map((clash) => [nameOf(clash), clash[side]]));
  return (
    <StaleDialog
      fields={clashes.map((clash) => ({
        name: nameOf(clash),
        label: t('dailyRecords.cellOf', {
          column: t(`dailyRecords.columns.${clash.column}`),
          student: clash.studentName,
        }),
      }))}
      mine={sideOf('mine')}
      theirs={sideOf('theirs')}
      isSaving={isSaving}
      onResolve={(values) => settle(clashes.filter((clash) => values[nameOf(clash)] === clash.theirs))}
      onClose={dropClashes}
    />
  );
}
