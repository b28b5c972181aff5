import Up from '@mui/icons-material/ArrowUpward';
import { Box, FormHelperText, Stack, Typography } from '@mui/material';
import type { AyahRange } from '../../../contract/dailyRecords';
import { hifzPlan as labels } from '../../i18n/ar/hifzPlan';
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
  /** The first range sets the first ayah of the plan. */
  onBegin: (begin: Pick<PlanDraft, 'ranges' | 'surah' | 'ayah'>) => void;
}

export default function PlanRanges({ ranges, problem, onChange, onBegin }: PlanRangesProps) {
  const moveUp = (index: number) =>
    onChange(
      ranges.map(
        (_, position) =>
          ranges[position === index - 1 ? index : position === index ? index - 1 : position] as AyahRange,
      ),
    );
  return (
    <Box>
      <Typography variant="body2">{labels.ranges}</Typography>
      {ranges.length === 0 ? (
        <SecondaryText>{labels.noRanges}</SecondaryText>
      ) : (
        <Stack component="ol" aria-label={labels.ranges} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {ranges.map((range, index) => (
            <ListRow
              key={`${range.from} ${range.to}`}
              action={
                <>
                  {index > 0 && (
                    <IconAction
                      title={labels.moveUp}
                      label={labels.moveRangeUp(rangeText(range))}
                      onClick={() => moveUp(index)}
                    >
                      <Up fontSize="small" />
                    </IconAction>
                  )}
                  <DeleteAction
                    label={labels.removeRange(rangeText(range))}
                    onClick={() => onChange(ranges.filter((one) => one !== range))}
                  />
                </>
              }
            >
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {index + 1}. {rangeText(range)}
              </Typography>
            </ListRow>
          ))}
        </Stack>
      )}
      {problem && <FormHelperText error>{problem}</FormHelperText>}
      <AddRange
        ranges={ranges}
        onAdd={(namedRange, { from }) => {
          const newRanges = [...ranges, namedRange];
          if (ranges.length > 0) onChange(newRanges);
          else onBegin({ ranges: newRanges, surah: from.surah, ayah: String(from.ayah) });
        }}
      />
    </Box>
  );
}
