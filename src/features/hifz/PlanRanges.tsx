import Up from '@mui/icons-material/ArrowUpward';
import { Box, FormHelperText, Stack, Typography } from '@mui/material';
import type { AyahRange } from '../../../contract/dailyRecords';
import { hifzPlan as say } from '../../i18n/ar/hifzPlan';
import { ListRow } from '../../ui/list/ListRow';
import { DeleteAction, IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { AddRange } from './AddRange';
import { rangeText } from './mapModel';
import type { PlanDraft } from './planModel';

interface PlanRangesProps {
  ranges: readonly AyahRange[];
  problem: string | undefined;
  onChange: (ranges: readonly AyahRange[]) => void;
  /** The first part decides where the plan begins. */
  onBegin: (begin: Pick<PlanDraft, 'ranges' | 'surah' | 'ayah'>) => void;
}

/** The parts of the mushaf through which a plan leads, in their order. */
export default function PlanRanges({ ranges, problem, onChange, onBegin }: PlanRangesProps) {
  const moveUp = (place: number) =>
    onChange(
      ranges.map((_, at) => ranges[at === place - 1 ? place : at === place ? place - 1 : at] as AyahRange),
    );
  return (
    <Box>
      <Typography variant="body2">{say.ranges}</Typography>
      {ranges.length === 0 ? (
        <SecondaryText>{say.noRanges}</SecondaryText>
      ) : (
        <Stack component="ol" aria-label={say.ranges} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {ranges.map((range, place) => (
            <ListRow
              key={`${range.from} ${range.to}`}
              action={
                <>
                  {place > 0 && (
                    <IconAction
                      title={say.moveUp}
                      label={say.moveRangeUp(rangeText(range))}
                      onClick={() => moveUp(place)}
                    >
                      <Up fontSize="small" />
                    </IconAction>
                  )}
                  <DeleteAction
                    label={say.removeRange(rangeText(range))}
                    onClick={() => onChange(ranges.filter((one) => one !== range))}
                  />
                </>
              }
            >
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {place + 1}. {rangeText(range)}
              </Typography>
            </ListRow>
          ))}
        </Stack>
      )}
      {problem && <FormHelperText error>{problem}</FormHelperText>}
      <AddRange
        ranges={ranges}
        onAdd={(named, { from }) => {
          const all = [...ranges, named];
          if (ranges.length > 0) onChange(all);
          else onBegin({ ranges: all, surah: from.surah, ayah: String(from.ayah) });
        }}
      />
    </Box>
  );
}
