import {
  Alert,
  AlertTitle,
  Box,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import type { ImportType } from '../../../contract/vocabulary';
import { RowStats } from '../../features/import/RowStats';
import type { CheckSummary } from '../../features/import/SheetWork';
import { recordFields } from '../../features/import/subjectColumns';
import { t } from '../../i18n/text';
import { CheckField } from '../../ui/form/CheckField';
import { RadioChoice } from '../../ui/form/RadioChoice';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ChangedRows } from './ChangedRows';
import { buildDecisions, type ChangedRow, changeKey, findLeftOut } from './importChanges';
import { fieldName, notStoredFields, type UnfilledField, unfilledFields } from './fields';
import { PersonQuestions } from './PersonQuestions';
import { ReviewedLines } from './ReviewedLines';
import { MissingStudents, Warnings } from './RunSummary';
import { SampleRows } from './SampleRows';
import type { Comparison } from './comparison';
import { useComparison } from './useComparison';
import type { ImportFlow } from './useImportFlow';
import { WrongRows } from './WrongRows';

interface PreviewStepProps {
  type: ImportType;
  flow: ImportFlow;
  summary: CheckSummary;
}

export function PreviewStep({ type, flow, summary }: PreviewStepProps) {
  const { mapping, sheet, getWorker, source } = flow;
  const [revision, setRevision] = useState(0);
  const [onError, setOnError] = useState<OnError>(flow.isOnline ? 'validRows' : 'untilError');
  const reloadSummary = () => void flow.reloadSummary();
  const comparison = useComparison(getWorker, { sheet: mapping.sheetIndex, type, revision }, reloadSummary);
  const [isAccepted, setIsAccepted] = useState(false);
  const { review, setReview } = flow;
  const { leftOut, decisions, hasNewPerson } = buildDecisions(comparison, review);
  const start = () =>
    void flow.start({ kind: onError, leftOut: [...leftOut] }, { decisions, missing: comparison.missing });
  // All rows match existing records, so no new record needs a default value.
  const isAllStored = comparison.state === 'done' && comparison.fresh === 0 && !hasNewPerson;
  const fields = recordFields(flow.sheetMapping.fields, flow.sheetMapping.values);
  const unfilled = isAllStored ? [] : unfilledFields(type, fields);
  const isAnswered = unfilled.length === 0 || isAccepted;
  const ignoredTitles = (sheet?.header ?? []).filter(
    (title, index) => mapping.fields[index] === null && title.trim() !== '',
  );
  const validCount = summary.total - summary.invalidLocally;
  const count = countImportedRows(summary, leftOut)[onError];
  return (
    <>
      <DialogContent>
        <Stack spacing={2.5}>
          <PreviewStats summary={summary} comparison={comparison} />
          {validCount === 0 && <Alert severity="error">{t('imports.problems.noRows')}</Alert>}
          <ReviewedLines
            type={type}
            getWorker={getWorker}
            sheet={mapping.sheetIndex}
            summary={summary}
            onChanged={() => {
              reloadSummary();
              setRevision((current) => current + 1);
            }}
          />
          <PersonQuestions
            type={type}
            rows={comparison.questions}
            answers={review.answers}
            onAnswer={(added) => setReview({ ...review, answers: new Map([...review.answers, ...added]) })}
          />
          {/* Above the rows, because the list of rows may be long. */}
          <OnErrorChoice summary={summary} leftOut={leftOut} value={onError} onChange={setOnError} />
          {unfilled.length > 0 && (
            <UnfilledQuestion
              type={type}
              unfilled={unfilled}
              isAccepted={isAccepted}
              onAccept={setIsAccepted}
            />
          )}
          <PreviewNotes type={type} fields={fields} ignored={ignoredTitles} />
          <ChangedRows
            type={type}
            rows={comparison.changes}
            leftOut={findLeftOut(comparison.changes, review.choices)}
            onInclude={(rows, isIncluded) => {
              const added = rows.map((row) => [changeKey(row), isIncluded] as const);
              setReview({ ...review, choices: new Map([...review.choices, ...added]) });
            }}
            staying={review.staying}
            onStay={
              comparison.hasDecisions
                ? (rows, isStaying) =>
                    setReview({ ...review, staying: withRows(review.staying, rows, isStaying) })
                : null
            }
          />
          <MissingStudents batches={comparison.missing} />
          <Warnings warnings={comparison.warnings} count={comparison.warningCount} />
          <SampleRows type={type} rows={summary.sample} fields={fields} />
          <WrongRows
            getWorker={getWorker}
            type={type}
            sheet={mapping.sheetIndex}
            name={source.name.replace(/\.\w+$/, '')}
            revision={summary.invalid}
            onCorrected={() => {
              flow.markCorrected();
              reloadSummary();
              setRevision((current) => current + 1);
            }}
          />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {!isAnswered && comparison.state === 'done' && (
          <SecondaryText sx={{ flex: { xs: '1 0 100%', sm: 1 } }}>
            {t('imports.consentMissing')}
          </SecondaryText>
        )}
        <Button onClick={flow.back}>{t('ui.back')}</Button>
        <Button
          variant="contained"
          // Every change of a stored value is shown before the import starts.
          disabled={validCount === 0 || count === 0 || !isAnswered || comparison.state === 'running'}
          onClick={start}
        >
          {t('imports.start', { smart_count: count })}
        </Button>
      </DialogActions>
    </>
  );
}

function withRows(
  keys: ReadonlySet<string>,
  rows: readonly ChangedRow[],
  isAdded: boolean,
): ReadonlySet<string> {
  const added = new Set(rows.map(changeKey));
  return new Set(isAdded ? [...keys, ...added] : [...keys].filter((key) => !added.has(key)));
}

/** The option for refused rows (decision 28): stop the import, or import the valid rows. */
type OnError = 'untilError' | 'validRows';

/** Rows that the user took out are valid. */
const countImportedRows = (
  { total, invalid, rowsBeforeInvalid, firstInvalidIndex }: CheckSummary,
  leftOut: ReadonlySet<number>,
): Record<OnError, number> => ({
  untilError:
    rowsBeforeInvalid -
    [...leftOut].filter((index) => firstInvalidIndex === null || index < firstInvalidIndex).length,
  validRows: total - invalid - leftOut.size,
});

interface OnErrorChoiceProps {
  summary: CheckSummary;
  leftOut: ReadonlySet<number>;
  value: OnError;
  onChange: (value: OnError) => void;
}

/** Each choice tells before the start how many rows it imports. */
export function OnErrorChoice({ summary, leftOut, value, onChange }: OnErrorChoiceProps) {
  const { total, firstInvalidLine: line } = summary;
  const { untilError, validRows } = countImportedRows(summary, leftOut);
  const stopHint =
    line === null
      ? t('imports.stopHint')
      : untilError === 0
        ? t('imports.stopAtFirst', { line })
        : t('imports.stopAt', { line, count: untilError, total });
  const goodHint =
    line === null ? t('imports.goodHint') : t('imports.goodCount', { count: validRows, total });
  return (
    <RadioChoice<OnError>
      label={t('imports.onError')}
      value={value}
      choices={[
        { value: 'untilError', name: t('imports.stop'), hint: stopHint },
        { value: 'validRows', name: t('imports.good'), hint: goodHint },
      ]}
      onChange={onChange}
    />
  );
}

/** Leaves out stats that the server does not send. */
function PreviewStats({ summary, comparison }: { summary: CheckSummary; comparison: Comparison }) {
  const { state, done, total, fresh, changed, unchanged, refused, questions } = comparison;
  const hasStats = state === 'running' || state === 'done';
  return (
    <div>
      <RowStats
        figures={
          hasStats
            ? [
                [t('imports.figures.fresh'), fresh, 'success'],
                [t('imports.figures.changed'), changed, 'info'],
                [t('imports.figures.unchanged'), unchanged, 'text'],
                [t('imports.figures.wrong'), summary.invalidLocally + refused, 'error'],
                ...(questions.length > 0
                  ? ([[t('imports.figures.questions'), questions.length, 'text']] as const)
                  : []),
              ]
            : [
                [t('imports.figures.fitting'), summary.total - summary.invalidLocally, 'success'],
                [t('imports.figures.wrong'), summary.invalidLocally, 'error'],
              ]
        }
      />
      {state === 'running' && total > 0 && (
        <>
          <SecondaryText role="status" sx={{ mt: 1 }}>
            {t('imports.comparing', { done, total })}
          </SecondaryText>
          <LinearProgress
            // People are judged in one request, which has no progress.
            variant={done === 0 ? 'indeterminate' : 'determinate'}
            value={(done / total) * 100}
            aria-label={t('imports.comparing', { done, total })}
          />
        </>
      )}
      {state === 'failed' && (
        <Typography role="status" variant="body2" color="warning" sx={{ mt: 1 }}>
          {t('imports.compareFailed')}
        </Typography>
      )}
    </div>
  );
}

interface UnfilledQuestionProps {
  type: ImportType;
  unfilled: readonly UnfilledField[];
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** Lists fields that have no column, with their values in new records, and asks for consent. */
export function UnfilledQuestion({ type, unfilled, isAccepted, onAccept }: UnfilledQuestionProps) {
  return (
    <Alert severity="warning" sx={{ alignItems: 'flex-start' }}>
      <AlertTitle>{t('imports.unfilledTitle')}</AlertTitle>
      <Box component="ul" sx={{ m: 0, ps: 2.5 }}>
        {unfilled.map(({ field, value }) => (
          <li key={field}>
            {value === null
              ? t('imports.staysEmpty', { field: fieldName(type, field) })
              : t('imports.takesDefault', { field: fieldName(type, field), value })}
          </li>
        ))}
      </Box>
      <CheckField checked={isAccepted} onChange={onAccept} label={t('imports.goOnWithout')} sx={{ mt: 1 }} />
    </Alert>
  );
}

interface PreviewNotesProps {
  type: ImportType;
  fields: readonly (string | null)[];
  ignored: readonly string[];
}

export function PreviewNotes({ type, fields, ignored }: PreviewNotesProps) {
  const columnsNotStored = notStoredFields(type, fields);
  const columnNames = (names: readonly string[]) => ({ columns: names.join(t('ui.comma')) });
  return (
    <>
      {type === 'grades' && fields.includes('coursework') && (
        <Alert severity="info">{t('imports.splitNote')}</Alert>
      )}
      {columnsNotStored.length > 0 && (
        <SecondaryText>
          {t('imports.notStored', columnNames(columnsNotStored.map((field) => fieldName(type, field))))}
        </SecondaryText>
      )}
      {ignored.length > 0 && (
        <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
          {t('imports.ignored', columnNames(ignored))}
        </SecondaryText>
      )}
    </>
  );
}
