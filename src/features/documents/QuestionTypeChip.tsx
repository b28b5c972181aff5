import Choice from '@mui/icons-material/FormatListBulletedOutlined';
import Essay from '@mui/icons-material/NotesOutlined';
import Short from '@mui/icons-material/ShortTextOutlined';
import TrueFalse from '@mui/icons-material/RuleOutlined';
import { Chip } from '@mui/material';
import type { QuestionType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';

const icons = { multiple_choice: Choice, true_false: TrueFalse, text: Short, essay: Essay };

export function QuestionTypeChip({ type }: { type: QuestionType }) {
  const Icon = icons[type];
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={<Icon aria-hidden />}
      label={t(`assignments.types.${type}`)}
    />
  );
}
