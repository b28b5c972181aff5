import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import { Box, Chip, Typography } from '@mui/material';
import { useId } from 'react';
import { parseAyahRanges } from '../../../contract/rules/mushaf';
import type { DailyRecord, Recitation } from '../../../contract/dailyRecords';
import { recordResultNames } from '../../../contract/vocabulary';
import type { FurtherRecitation } from '../../dataProvider/outbox/recitations';
import { t } from '../../i18n/text';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { rangesText, sumOf } from './hearing';

/** A recitation that is stored or on its way; `id` is null until it is stored. */
export type HeardOne = Omit<Recitation, 'id' | 'seq' | 'updated_at'> & {
  id: number | null;
  seq: number | null;
};

/** What was heard on the day, one by one. */
export const recitationsOf = (record: DailyRecord): readonly HeardOne[] =>
  record.count > 1 ? record.recitations : [record];

interface TodayRecitationsProps {
  record: DailyRecord;
  /** Those that wait on this device. */
  waiting: readonly FurtherRecitation[];
  isBusy: boolean;
  onEdit: (one: HeardOne) => void;
  /** Missing where none can be deleted. */
  onDelete?: ((one: HeardOne) => void) | undefined;
  /** Makes what was refused the person's again. */
  onReview: (one: FurtherRecitation) => void;
}

/** What a student has recited today in one kind: each with its result, its faults and who heard it. */
export function TodayRecitations({
  record,
  waiting,
  isBusy,
  onEdit,
  onDelete,
  onReview,
}: TodayRecitationsProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {t('hearing.today')}
      </Typography>
      <Box component="ul" sx={list}>
        {recitationsOf(record).map((one) => {
          const what = wordsOf(one);
          return (
            <Box component="li" key={one.id ?? 'new'} sx={line}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{what}</Typography>
                <SecondaryText sx={{ overflowWrap: 'anywhere' }}>{factsOf(one)}</SecondaryText>
              </Box>
              <IconAction
                title={t('hearing.editOne', { what })}
                disabled={isBusy}
                onClick={() => onEdit(one)}
                sx={target}
              >
                <Edit />
              </IconAction>
              {onDelete && one.id !== null && (
                <IconAction
                  title={t('hearing.deleteOne', { what })}
                  disabled={isBusy}
                  onClick={() => onDelete(one)}
                  sx={target}
                >
                  <Delete />
                </IconAction>
              )}
            </Box>
          );
        })}
        {waiting.map((one) => {
          const { recitation, state, problem } = one;
          const what = rangesText(parseAyahRanges(recitation.ranges ?? [])) || t('hearing.recorded');
          return (
            <Box component="li" key={one.mark} sx={line}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{what}</Typography>
                {state === 'refused' && (
                  <Typography color="error">
                    {t('hearing.notTaken', { reason: problem?.message ?? '' })}
                  </Typography>
                )}
              </Box>
              {state === 'refused' ? (
                <IconAction title={t('hearing.editOne', { what })} onClick={() => onReview(one)} sx={target}>
                  <Edit />
                </IconAction>
              ) : (
                <Chip size="small" variant="outlined" color="warning" label={t(`outbox.states.${state}`)} />
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

const list = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 };
const target = { width: 48, height: 48, flexShrink: 0 };
const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  px: 1.5,
  py: 0.5,
} as const;

const wordsOf = (one: HeardOne): string =>
  one.recordContent || rangesText(parseAyahRanges(one.ranges ?? [])) || t('hearing.recorded');

/** Result, level, faults and who heard it, as far as they are known. */
function factsOf({
  result,
  performanceLevel,
  faults,
  mistakesCount,
  heardBy,
  teacherNotes,
}: HeardOne): string {
  const count = mistakesCount ?? sumOf(faults);
  return [
    result && recordResultNames[result],
    performanceLevel,
    count > 0 && t('hearing.faultCount', { smart_count: count }),
    heardBy && t('hearing.heardBy', { teacher: heardBy }),
    teacherNotes,
  ]
    .filter(Boolean)
    .join(' · ');
}
