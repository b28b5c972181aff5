import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AssignmentDetail } from '../../../../contract/assignments';
import { gregorianDate, timeInZone } from '../../../../contract/rules/hijri';
import { useTimeZone } from '../../../dataProvider/useTimeZone';
import { useText } from '../../../i18n/useText';
import type { Clash, LocalDraft } from './answerDraft';
import { answerTo } from './answers';
import { AnswerShown } from './AnswerShown';

interface DraftClashProps {
  clash: Clash;
  local: LocalDraft;
  questions: AssignmentDetail['questions'];
  onSettle: (keeps: 'here' | 'there') => void;
}

/** Two devices hold different answers: both are shown, and the person says which stand. */
export function DraftClash({
  clash: { there, questions: ids },
  local,
  questions,
  onSettle,
}: DraftClashProps) {
  const t = useText();
  const timeZone = useTimeZone();
  const at = there.savedAt;
  const when = at
    ? `${gregorianDate(at, { timeZone })} ${timeInZone(new Date(at), timeZone)}`
    : t('ui.notSpecified');
  const clashing = questions.flatMap((question, place) =>
    ids.includes(question.id) ? [{ question, number: place + 1 }] : [],
  );
  return (
    <Alert severity="warning" id="draft-clash" tabIndex={-1} sx={{ alignItems: 'flex-start' }}>
      <Typography sx={{ fontWeight: 600 }}>{t('ownAssignments.clashTitle', { when })}</Typography>
      {clashing.map(({ question, number }) => (
        <Box key={question.id} sx={{ mt: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 600 }}>
            {t('ownAssignments.question', { number })}
          </Typography>
          {(['here', 'there'] as const).map((side) => (
            <Box key={side} sx={{ mt: 0.5 }}>
              <Typography variant="caption" color="text.secondary">
                {t(side === 'here' ? 'ownAssignments.clashHere' : 'ownAssignments.clashThere')}
              </Typography>
              <AnswerShown
                question={question}
                answer={answerTo(side === 'here' ? local.answers : there.answers, question.id)}
              />
            </Box>
          ))}
        </Box>
      ))}
      <Box sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => onSettle('here')}>
          {t('ownAssignments.keepHere')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => onSettle('there')}>
          {t('ownAssignments.takeThere')}
        </Button>
      </Box>
    </Alert>
  );
}
