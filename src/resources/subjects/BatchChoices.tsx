import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { Batch } from '../../../contract/batches';
import { useText } from '../../i18n/useText';

interface BatchChoicesProps {
  program: string;
  /** Those on screen, of all that match the search. */
  shown: readonly Batch[];
  all: readonly Batch[];
  chosen: readonly number[];
  isDisabled: boolean;
  onChoose: (batches: readonly Batch[], isWanted: boolean) => void;
}

/** The batches of one programme, and the programme to choose them all. */
export function BatchChoices({ program, shown, all, chosen, isDisabled, onChoose }: BatchChoicesProps) {
  const t = useText();
  const name = program || t('subjects.batchUnknown');
  const count = all.filter(({ id }) => chosen.includes(id)).length;
  return (
    <Box role="group" aria-label={name} sx={{ mb: 1 }}>
      <FormControlLabel
        disabled={isDisabled}
        control={
          <Checkbox
            checked={count === all.length}
            indeterminate={count > 0 && count < all.length}
            onChange={(_, isWanted) => onChoose(all, isWanted)}
          />
        }
        label={
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {t('subjects.allOfProgram', { program: name })}
          </Typography>
        }
      />
      <Box
        sx={{
          paddingInlineStart: 4,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
        }}
      >
        {shown.map((batch) => (
          <FormControlLabel
            key={batch.id}
            disabled={isDisabled}
            control={
              <Checkbox
                checked={chosen.includes(batch.id)}
                onChange={(_, isWanted) => onChoose([batch], isWanted)}
              />
            }
            label={batch.batch_name}
          />
        ))}
      </Box>
    </Box>
  );
}
