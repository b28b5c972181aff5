import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { Answer } from '../../../contract/assignments';
import { useText } from '../../i18n/useText';
import { PlainText } from '../../ui/page/PlainText';
import { GivenOptions } from './GivenOptions';

/** What the student answered, and what is right where the server tells it. */
export function GivenAnswer({ answer }: { answer: Answer }) {
  const t = useText();
  const said = useSaid();
  // A server without our additions tells the chosen option by its text alone.
  const hasOptions = answer.question_type === 'multiple_choice' && (answer.options ?? []).length > 0;
  const given = said(answer, answer.answer_text ?? answer.selected_option_text);
  const isMissing = hasOptions ? answer.selected_option_id === null : given === '';
  const key =
    answer.question_type === 'essay' || hasOptions ? '' : said(answer, answer.correct_answer ?? null);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {hasOptions && <GivenOptions answer={answer} />}
      {isMissing && (
        <Typography color="text.secondary" sx={{ fontStyle: 'normal' }}>
          {t('submissions.noAnswer')}
        </Typography>
      )}
      {!hasOptions && given !== '' && (
        <Said name={t('submissions.answer')} isTinted>
          {given}
        </Said>
      )}
      {key !== '' && <Said name={t('submissions.rightAnswer')}>{key}</Said>}
      {answer.is_correct != null && !hasOptions && (
        <Typography variant="body2" color={answer.is_correct ? 'success.main' : 'error.main'}>
          {t(answer.is_correct ? 'submissions.right' : 'submissions.wrong')}
        </Typography>
      )}
    </Box>
  );
}

/** True and false are stored in English. */
function useSaid() {
  const t = useText();
  return ({ question_type }: Answer, text: string | null): string => {
    if (question_type !== 'true_false' || (text !== 'true' && text !== 'false')) return text ?? '';
    return t(text === 'true' ? 'assignments.isTrue' : 'assignments.isFalse');
  };
}

/** What somebody wrote, under its name. */
export const Said = ({
  name,
  isTinted = false,
  children,
}: {
  name: ReactNode;
  isTinted?: boolean;
  children: string;
}) => (
  <Box
    sx={{
      ...(isTinted && {
        p: 1.5,
        borderRadius: 1,
        backgroundColor: ({ colours }) => colours.sunken,
      }),
    }}
  >
    <Typography variant="caption" color="text.secondary" component="div">
      {name}
    </Typography>
    <PlainText>{children}</PlainText>
  </Box>
);
