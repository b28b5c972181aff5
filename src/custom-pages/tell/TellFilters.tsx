import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { hijriDateWithoutYear } from '../../../contract/rules/hijri';
import type { MessageChannel } from '../../../contract/rules/messages/message';
import { BatchField } from '../../features/teaching-context/OfferingFilters';
import { useCirclesOf } from '../../features/teaching-context/useCirclesOf';
import type { DayChoice } from '../../features/teaching-context/useDay';
import { t } from '../../i18n/text';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { DayField } from '../../ui/form/DayField';
import { useIsPhone } from '../../ui/page/useIsPhone';
import type { TellChoice } from './useTell';

interface TellFiltersProps {
  choice: TellChoice;
  day: DayChoice;
  channel: MessageChannel;
  onChange: (values: Record<string, string | null>) => void;
  children: ReactNode;
}

/** On a phone one line that opens, so that the message is in the window. */
export function TellFilters({ choice, day, channel, onChange, children }: TellFiltersProps) {
  const { batchId, circleId, date } = choice;
  const isPhone = useIsPhone();
  const contentId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [batchName, setBatchName] = useState<string | null>(null);
  const { circles } = useCirclesOf(batchName, batchId, date);
  const isShown = !isPhone || isOpen || (choice.kind === 'free' && batchId === null && circleId === null);
  const summary = [
    hijriDateWithoutYear(date),
    ...(batchId === null ? [] : [batchName ?? t('tell.oneBatch')]),
    t(`tell.channels.${channel}`),
  ];
  return (
    <Box component="search" aria-label={t('tell.choose')}>
      {isPhone && (
        <Button
          color="inherit"
          fullWidth
          aria-expanded={isShown}
          aria-controls={contentId}
          endIcon={<ExpandMore sx={{ transform: isShown ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ justifyContent: 'space-between', px: 1 }}
        >
          {summary.join(' · ')}
        </Button>
      )}
      <Box
        id={contentId}
        hidden={!isShown}
        sx={{
          '&:not([hidden])': { display: 'grid' },
          gap: { xs: 1.5, sm: 1 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(14rem, 1fr))' },
          alignItems: 'start',
        }}
      >
        <DayField label={t('tell.day')} value={date} max={day.today} isNeverEmpty onChange={day.setDate} />
        <BatchField
          batch={undefined}
          batchId={batchId}
          placeholder={t('tell.allBatches')}
          onChange={(batch) => {
            setBatchName(batch?.batch_name ?? null);
            onChange({ batch_id: batch ? String(batch.id) : null, circle_id: null });
          }}
        />
        {circles.length > 0 && (
          <ChoiceField
            label={t('tell.circle')}
            anyLabel={t('tell.wholeBatch')}
            value={circleId === null ? null : String(circleId)}
            choices={circles.map(({ circle_id, circle_name, name }) => [
              String(circle_id),
              `${circle_name} · ${name}`,
            ])}
            onChange={(circle) => onChange({ circle_id: circle })}
          />
        )}
        {children}
      </Box>
    </Box>
  );
}
