import Wrong from '@mui/icons-material/CancelOutlined';
import Correct from '@mui/icons-material/CheckCircleOutlined';
import Saved from '@mui/icons-material/CloudDoneOutlined';
import Grade from '@mui/icons-material/DrawOutlined';
import Chosen from '@mui/icons-material/RadioButtonCheckedOutlined';
import Unchosen from '@mui/icons-material/RadioButtonUncheckedOutlined';
import { Box, Button, Card, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Answer } from '../../../contract/assignments';
import { QuestionTypeChip } from '../../features/documents/QuestionTypeChip';
import { type PlainTextKey, t } from '../../i18n/text';
import { hasDraft } from '../../ui/form/drafts';
import { Isolated } from '../../ui/page/Isolated';
import { PlainText } from '../../ui/page/PlainText';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { GradeForm, gradeDraftKey } from './GradeForm';

interface AnswerCardProps {
  answer: Answer;
  /** Counts from 1. */
  number: number;
  submissionId: number;
  isGrading: boolean;
  /** True if the user has graded the answer since the page opened. */
  isSaved: boolean;
  /** Undefined for students. */
  onGrade?: () => void;
  onClose: () => void;
  onSaved: (id: number, isContinuing: boolean) => void;
}

export function AnswerCard(props: AnswerCardProps) {
  const { answer, number, submissionId, isGrading, isSaved, onGrade, onClose, onSaved } = props;
  const name = t('assignments.questionNumber', { number });
  const hasUnsavedGrade = onGrade !== undefined && !isGrading && hasDraft(gradeDraftKey(answer.id));
  return (
    <Card component="li" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h3">{name}</Typography>
        <QuestionTypeChip type={answer.question_type} />
        <Box sx={{ marginInlineStart: 'auto', display: 'flex', gap: 1, alignItems: 'center' }} role="status">
          {hasUnsavedGrade && <Chip size="small" color="warning" label={t('submissions.unsaved')} />}
          {isSaved && !hasUnsavedGrade && !isGrading && (
            <Chip
              size="small"
              variant="outlined"
              color="success"
              icon={<Saved aria-hidden />}
              label={t('submissions.saved')}
            />
          )}
          <AnswerScore answer={answer} />
        </Box>
      </Box>
      <PlainText>{answer.question_text}</PlainText>
      <AnswerContent answer={answer} />
      {answer.feedback && !isGrading && (
        <WrittenText name={t('submissions.feedback')} isTinted>
          {answer.feedback}
        </WrittenText>
      )}
      {isGrading && (
        <GradeForm
          key={answer.version}
          answer={answer}
          name={name}
          submissionId={submissionId}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
      {onGrade && !isGrading && (
        <Button
          variant={answer.score === null ? 'contained' : 'outlined'}
          startIcon={<Grade />}
          onClick={onGrade}
          aria-label={t('submissions.gradeOf', { name })}
          sx={{ justifySelf: { sm: 'start' } }}
        >
          {t(answer.score === null ? 'assignments.autoGradeConfirm' : 'submissions.gradeAgain')}
        </Button>
      )}
    </Card>
  );
}

/**
 * Full marks are green, some marks yellow, no marks red, and a missing score grey. The text says the same.
 */
function AnswerScore({ answer: { score, max_marks } }: { answer: Answer }) {
  if (score === null) return <Chip size="small" variant="outlined" label={t('submissions.ungraded')} />;
  const band = score >= max_marks ? 0 : score > 0 ? 2 : 4;
  return (
    <Chip
      size="small"
      label={<Isolated>{t('assignments.scoreOf', { score, total: max_marks })}</Isolated>}
      sx={{ color: ({ bands }) => bands[band].ink, backgroundColor: ({ bands }) => bands[band].tint }}
    />
  );
}

function AnswerContent({ answer }: { answer: Answer }) {
  // A server without our additions sends only the text of the chosen option.
  const hasOptions = answer.question_type === 'multiple_choice' && (answer.options ?? []).length > 0;
  const content = formatAnswerText(answer, answer.answer_text ?? answer.selected_option_text);
  const isMissing = hasOptions ? answer.selected_option_id === null : content === '';
  const key =
    answer.question_type === 'essay' || hasOptions
      ? ''
      : formatAnswerText(answer, answer.correct_answer ?? null);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {hasOptions && <AnswerOptions answer={answer} />}
      {isMissing && (
        <Typography color="text.secondary" sx={{ fontStyle: 'normal' }}>
          {t('submissions.noAnswer')}
        </Typography>
      )}
      {!hasOptions && content !== '' && (
        <WrittenText name={t('submissions.answer')} isTinted>
          {content}
        </WrittenText>
      )}
      {key !== '' && <WrittenText name={t('assignments.rightAnswer')}>{key}</WrittenText>}
      {answer.is_correct != null && !hasOptions && (
        <Typography variant="body2" color={answer.is_correct ? 'success.main' : 'error.main'}>
          {t(answer.is_correct ? 'assignments.isRight' : 'submissions.wrong')}
        </Typography>
      )}
    </Box>
  );
}

/** The server stores true and false as English words. */
function formatAnswerText({ question_type }: Answer, text: string | null): string {
  if (question_type !== 'true_false' || (text !== 'true' && text !== 'false')) return text ?? '';
  return t(text === 'true' ? 'assignments.isTrue' : 'assignments.isFalse');
}

const WrittenText = ({
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
    <SecondaryText variant="caption" component="div">
      {name}
    </SecondaryText>
    <PlainText>{children}</PlainText>
  </Box>
);

function AnswerOptions({ answer: { options, selected_option_id } }: { answer: Answer }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {options.map(({ id, option_text, is_correct }) => (
        <Option key={id} text={option_text} isChosen={id === selected_option_id} isCorrect={is_correct} />
      ))}
    </Box>
  );
}

interface OptionProps {
  text: string;
  isChosen: boolean;
  /** Undefined while the server hides the correct answers. */
  isCorrect: boolean | undefined;
}

const optionMarks = {
  chosen: { Icon: Chosen, colour: 'primary', key: 'submissions.chosen', tint: 'primaryTint' },
  chosenRight: { Icon: Correct, colour: 'success', key: 'submissions.chosenRight', tint: 'successTint' },
  chosenWrong: { Icon: Wrong, colour: 'error', key: 'submissions.chosenWrong', tint: 'errorTint' },
  right: { Icon: Correct, colour: 'success', key: 'assignments.rightAnswer', tint: null },
} as const satisfies Record<string, { key: PlainTextKey; [more: string]: unknown }>;

function optionMark(isChosen: boolean, isCorrect: boolean | undefined) {
  if (!isChosen) return isCorrect ? optionMarks.right : null;
  if (isCorrect === undefined) return optionMarks.chosen;
  return isCorrect ? optionMarks.chosenRight : optionMarks.chosenWrong;
}

function Option({ text, isChosen, isCorrect }: OptionProps) {
  const mark = optionMark(isChosen, isCorrect);
  const Icon = mark?.Icon ?? Unchosen;
  return (
    <Box
      component="li"
      sx={{
        px: 1.5,
        py: 0.75,
        borderRadius: 1,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1,
        alignItems: 'flex-start',
        ...(mark?.tint && { backgroundColor: ({ colours }) => colours[mark.tint] }),
      }}
    >
      <Icon aria-hidden fontSize="small" color={mark?.colour ?? 'disabled'} sx={{ mt: 0.5 }} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <PlainText>{text}</PlainText>
      </Box>
      {mark && (
        <Typography variant="caption" color={mark.colour} sx={{ fontWeight: 700, mt: 0.25 }}>
          {t(mark.key)}
        </Typography>
      )}
    </Box>
  );
}
