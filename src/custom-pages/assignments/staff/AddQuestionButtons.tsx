import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { type QuestionType, questionTypes } from '../../../../contract/vocabulary';
import { useText } from '../../../i18n/useText';

/** A button for each type of question. */
export function AddQuestionButtons({ onAdd }: { onAdd: (type: QuestionType) => void }) {
  const t = useText();
  const labelId = useId();
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Typography id={labelId} variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {t('assignments.addQuestion')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' }}>
        {questionTypes.map((type) => (
          <Button
            key={type}
            variant="outlined"
            startIcon={<Add />}
            onClick={() => onAdd(type)}
            aria-label={t('assignments.addOfType', { type: t(`assignments.types.${type}`) })}
          >
            {t(`assignments.types.${type}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
