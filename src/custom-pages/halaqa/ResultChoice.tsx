import { Box, MenuItem, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import {
  type PerformanceLevel,
  performanceLevels,
  type RecordResult,
  recordResultNames,
  recordResults,
} from '../../../contract/vocabulary';
import { halaqa as labels } from '../../i18n/ar/halaqa';
import type { RecitationDraft, judgeDraft } from './halaqaModel';

interface ResultChoiceProps {
  draft: RecitationDraft;
  judgement: ReturnType<typeof judgeDraft>;
  onChange: (draft: RecitationDraft) => void;
}

/** Result and level follow the faults until the teacher sets them. */
export function ResultChoice({
  draft,
  judgement: { result, performanceLevel },
  onChange,
}: ResultChoiceProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
      <ToggleButtonGroup
        exclusive
        fullWidth
        color="primary"
        value={result}
        aria-label={labels.result}
        onChange={(_, chosen: RecordResult | null) => chosen && onChange({ ...draft, result: chosen })}
      >
        {recordResults.map((one) => (
          <ToggleButton key={one} value={one} sx={{ minHeight: 48, '&&.Mui-selected': { fontWeight: 700 } }}>
            {recordResultNames[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        select
        size="small"
        label={draft.level === null ? `${labels.level} (${labels.proposed})` : labels.level}
        value={performanceLevel ?? ''}
        onChange={({ target }) =>
          onChange({ ...draft, level: (target.value || null) as PerformanceLevel | null })
        }
        slotProps={{ input: { sx: { minHeight: 48 } } }}
      >
        {performanceLevels.map((level) => (
          <MenuItem key={level} value={level} sx={{ minHeight: 48 }}>
            {level}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}
