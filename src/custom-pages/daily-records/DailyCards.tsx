import Stack from '@mui/material/Stack';
import { useText } from '../../i18n/useText';
import { DailyCard } from './DailyCard';
import type { DailyRowsProps } from './DailyTable';

/** On a phone: a card for each student, one of them open. */
export function DailyCards({ found, edits, entry, date, openKey, onOpen, ...actions }: DailyRowsProps) {
  const t = useText();
  return (
    <Stack
      component="ul"
      aria-label={t('dailyRecords.list')}
      spacing={1}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {found.map(({ key, place, record }, index) => (
        <DailyCard
          key={key}
          rowKey={key}
          place={place}
          record={record}
          edit={edits[key]}
          entry={entry}
          date={date}
          isOpen={key === openKey}
          nextKey={found[index + 1]?.key ?? null}
          onOpen={onOpen}
          {...actions}
        />
      ))}
    </Stack>
  );
}
