import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { type QuestionKind, questionKinds } from '../../../contract/imports';
import type { ImportType } from '../../../contract/vocabulary';
import { t } from '../../i18n/text';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ChangeLines, isNoMove } from './ChangedRows';
import { fieldName } from './fields';
import {
  type Answer,
  answeredPerson,
  answerOfKind,
  type Answers,
  type AskedRow,
  candidates,
  possibleAnswers,
  questionKey,
  toDecision,
} from './importChanges';

interface PersonQuestionsProps {
  type: ImportType;
  rows: readonly AskedRow[];
  answers: Answers;
  onAnswer: (answers: readonly [key: string, answer: Answer][]) => void;
}

/** Asks who the rows are that can be one of several people. Rows without an answer stay out of the import. */
export function PersonQuestions({ type, rows, answers, onAnswer }: PersonQuestionsProps) {
  const titleId = useId();
  if (rows.length === 0) return null;
  const unanswered = rows.filter((row) => toDecision(row, answers.get(questionKey(row))) === null).length;
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h3">
        {t('imports.questions.title', { smart_count: rows.length })}
      </Typography>
      <SecondaryText role="status">
        {unanswered > 0
          ? t('imports.questions.skipped', { smart_count: unanswered })
          : t('imports.questions.allAnswered')}
      </SecondaryText>
      {questionKinds.map((kind) => (
        <QuestionsOfKind
          key={kind}
          type={type}
          kind={kind}
          rows={rows.filter((row) => row.kind === kind)}
          answers={answers}
          onAnswer={onAnswer}
        />
      ))}
    </section>
  );
}

const kindsForAll = ['skip', 'same', 'stay', 'new'] as const;
const rowsPerStep = 20;

function QuestionsOfKind({
  type,
  kind,
  rows,
  answers,
  onAnswer,
}: PersonQuestionsProps & { kind: QuestionKind }) {
  const [shownCount, setShownCount] = useState(rowsPerStep);
  if (rows.length === 0) return null;
  const answerOf = (row: AskedRow) => answers.get(questionKey(row)) ?? 'skip';
  const ids = rows.flatMap((row) => candidates(row).map(({ id }) => id));
  // Only then it is clear who the same person is.
  const isOnePersonEach = ids.length === rows.length && new Set(ids).size === rows.length;
  const commonKind = kindsForAll.find((one) => rows.every((row) => answerOf(row).startsWith(one)));
  const kinds = kindsForAll.filter(
    (one) =>
      (isOnePersonEach || one === 'skip' || one === 'new') &&
      rows.some((row) => possibleAnswers(row).some((answer) => answer.startsWith(one))),
  );
  return (
    <Box sx={groupStyle}>
      <Box sx={headStyle}>
        <Typography sx={{ flex: 1, minWidth: '14rem', fontWeight: 600 }}>
          {t('imports.questions.ofKind', { kind: t(`imports.questions.kinds.${kind}`), count: rows.length })}
        </Typography>
        {rows.length > 1 && (
          <TextField
            select
            size="small"
            label={t('imports.questions.forAll')}
            value={commonKind ?? ''}
            sx={choiceStyle}
            onChange={({ target }) => {
              const chosen = kindsForAll.find((one) => one === target.value);
              if (chosen) onAnswer(rows.map((row) => [questionKey(row), answerOfKind(row, chosen)]));
            }}
          >
            {kinds.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`imports.questions.answers.${one}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      <Box component="ul" sx={listStyle}>
        {rows.slice(0, shownCount).map((row) => (
          <Question
            key={row.index}
            type={type}
            row={row}
            sameLines={findSameLines(rows, row)}
            answer={answerOf(row)}
            onAnswer={(answer) => onAnswer([[questionKey(row), answer]])}
          />
        ))}
      </Box>
      {rows.length > shownCount && (
        <Button onClick={() => setShownCount(shownCount + rowsPerStep)}>{t('imports.showMore')}</Button>
      )}
    </Box>
  );
}

interface QuestionProps {
  type: ImportType;
  row: AskedRow;
  /** Other lines of the file with the same number, id or name. */
  sameLines: readonly number[];
  answer: Answer;
  onAnswer: (answer: Answer) => void;
}

const maxSameLines = 5;

const findSameLines = (rows: readonly AskedRow[], row: AskedRow): number[] =>
  rows
    .filter((other) => {
      const isSame = row.field === null ? other.name === row.name : other.value === row.value;
      return other.index !== row.index && isSame;
    })
    .map(({ line }) => line)
    .slice(0, maxSameLines);

function Question({ type, row, sameLines, answer, onAnswer }: QuestionProps) {
  const { name, line, field, value } = row;
  const person = answeredPerson(row, answer) ?? candidates(row)[0];
  const hasSeveral = row.others.length > 0;
  const answerLabel = t('imports.questions.answerOf', { name, line });
  return (
    <li>
      <Box sx={{ flex: 1, minWidth: '14rem' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          <bdi>{name}</bdi>{' '}
          <SecondaryText component="span" variant="caption" className="figure">
            {t('imports.line', { line })}
            {field !== null && ` · ${t(`imports.questions.fields.${field}`, { value })}`}
          </SecondaryText>
        </Typography>
        {sameLines.length > 0 && (
          <Typography variant="body2">
            {t('imports.questions.sameLines', { lines: sameLines.join(t('ui.comma')) })}
          </Typography>
        )}
        {person && (
          <Typography variant="body2">
            {t('imports.questions.stored', {
              name: person.full_name,
              number: person.student_id,
              batch: person.batch_name ?? t('imports.questions.noBatch'),
            })}
          </Typography>
        )}
        {person && answer !== 'new' && (
          <ChangeLines
            type={type}
            changes={answer.startsWith('stay') ? person.changes.filter(isNoMove) : person.changes}
          />
        )}
        {answer === 'new' && row.without.length > 0 && (
          <Typography variant="body2">
            {t('imports.questions.without', {
              fields: row.without.map((one) => fieldName(type, one)).join(t('ui.comma')),
            })}
          </Typography>
        )}
      </Box>
      <TextField
        select
        size="small"
        value={answer}
        sx={choiceStyle}
        slotProps={{
          select: { SelectDisplayProps: { 'aria-label': answerLabel } },
          htmlInput: { 'aria-label': answerLabel },
        }}
        onChange={({ target }) => {
          const chosen = possibleAnswers(row).find((one) => one === target.value);
          if (chosen) onAnswer(chosen);
        }}
      >
        {possibleAnswers(row).map((one) => (
          <MenuItem key={one} value={one}>
            {describeAnswer(row, one, hasSeveral)}
          </MenuItem>
        ))}
      </TextField>
    </li>
  );
}

function describeAnswer(row: AskedRow, answer: Answer, hasSeveral: boolean): string {
  const kind = kindsForAll.find((one) => answer.startsWith(one)) ?? 'skip';
  const text = t(`imports.questions.answers.${kind}`);
  const person = hasSeveral ? answeredPerson(row, answer) : undefined;
  return person ? t('imports.questions.ofPerson', { answer: text, number: person.student_id }) : text;
}

const groupStyle = { border: 1, borderColor: 'divider', borderRadius: 1.5, mt: 1.5, p: 1.5 } as const;

const headStyle = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' } as const;

const choiceStyle = { width: { xs: '100%', sm: '15rem' } } as const;

const listStyle = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 1.25 },
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
};
