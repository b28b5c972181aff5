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
import { formatRanges, sumFaults } from './hearing';

/** A stored or queued recitation. A queued recitation has no `id`. */
export type RecitationItem = Omit<Recitation, 'id' | 'seq' | 'updated_at'> & {
  id: number | null;
  seq: number | null;
};

export const listRecitations = (record: DailyRecord): readonly RecitationItem[] =>
  record.count > 1 ? record.recitations : [record];

interface TodayRecitationsProps {
  record: DailyRecord;
  queued: readonly FurtherRecitation[];
  isBusy: boolean;
  onEdit: (recitation: RecitationItem) => void;
  onDelete?: ((recitation: RecitationItem) => void) | undefined;
  /** Opens the form of a recitation that the server refused. */
  onReview: (recitation: FurtherRecitation) => void;
}

export function TodayRecitations({
  record,
  queued,
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
      <Box component="ul" sx={listStyle}>
        {listRecitations(record).map((recitation) => {
          const label = recitationLabel(recitation);
          return (
            <Box component="li" key={recitation.id ?? 'new'} sx={rowStyle}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Typography>
                <SecondaryText sx={{ overflowWrap: 'anywhere' }}>{recitationFacts(recitation)}</SecondaryText>
              </Box>
              <IconAction
                title={t('hearing.editOne', { what: label })}
                disabled={isBusy}
                onClick={() => onEdit(recitation)}
                sx={buttonStyle}
              >
                <Edit />
              </IconAction>
              {onDelete && recitation.id !== null && (
                <IconAction
                  title={t('hearing.deleteOne', { what: label })}
                  disabled={isBusy}
                  onClick={() => onDelete(recitation)}
                  sx={buttonStyle}
                >
                  <Delete />
                </IconAction>
              )}
            </Box>
          );
        })}
        {queued.map((entry) => {
          const { recitation, state, problem } = entry;
          const label = formatRanges(parseAyahRanges(recitation.ranges ?? [])) || t('hearing.recorded');
          return (
            <Box component="li" key={entry.mark} sx={rowStyle}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{label}</Typography>
                {state === 'refused' && (
                  <Typography color="error">
                    {t('hearing.notTaken', { reason: problem?.message ?? '' })}
                  </Typography>
                )}
              </Box>
              {state === 'refused' ? (
                <IconAction
                  title={t('hearing.editOne', { what: label })}
                  onClick={() => onReview(entry)}
                  sx={buttonStyle}
                >
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

const listStyle = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 };
const buttonStyle = { width: 48, height: 48, flexShrink: 0 };
const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  px: 1.5,
  py: 0.5,
} as const;

const recitationLabel = (recitation: RecitationItem): string =>
  recitation.recordContent || formatRanges(parseAyahRanges(recitation.ranges ?? [])) || t('hearing.recorded');

function recitationFacts({
  result,
  performanceLevel,
  faults,
  mistakesCount,
  heardBy,
  teacherNotes,
}: RecitationItem): string {
  const count = mistakesCount ?? sumFaults(faults);
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
