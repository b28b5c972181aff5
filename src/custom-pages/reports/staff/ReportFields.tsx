import Box from '@mui/material/Box';
import type { Batch } from '../../../../contract/batches';
import { ruleMessages } from '../../../../contract/errors';
import type { Program } from '../../../../contract/programs';
import { longestRange } from '../../../../contract/reports';
import { useText } from '../../../i18n/useText';
import { DayField } from '../../../ui/form/DayField';
import { RecordPicker } from '../../../ui/form/RecordPicker';
import { fieldsStyle } from './fieldsStyle';
import { forms, rangeProblem, type SelectionField } from './staffReportModel';
import { LevelField, StudentField, SubjectField } from './typeFields';
import type { ReportChoice } from './useReportChoice';

/** Programme and batch, and what the chosen type has beside them. */
export function ReportFields({ choice }: { choice: ReportChoice }) {
  const t = useText();
  const { selection, batch, choose, missing } = choice;
  const { type, programId, batchId } = selection;
  const shows = type === null ? [] : forms[type].shows;
  const isMissing = (field: SelectionField) => missing?.fields.includes(field) ?? false;
  const range = rangeProblem(selection);
  return (
    <Box sx={fieldsStyle}>
      <RecordPicker<Program>
        resource="programs"
        by="program_id"
        label={t('teaching.program')}
        placeholder={t('teaching.chooseProgram')}
        optionText={({ program_name }) => program_name}
        value={programId}
        knownText={batch?.program_id === programId ? batch?.program_name : null}
        hasError={isMissing('programId')}
        onChange={(program) => choose({ programId: program?.program_id ?? null })}
      />
      <RecordPicker<Batch>
        resource="batches"
        label={t('teaching.batch')}
        placeholder={t('teaching.chooseBatch')}
        optionText={({ batch_name }) => batch_name}
        value={batchId}
        knownText={batch?.batch_name ?? null}
        hasError={isMissing('batchId')}
        onChange={(one) =>
          choose({ batchId: one?.id ?? null, programId: one ? (one.program_id ?? programId) : programId })
        }
        {...(programId === null ? {} : { filter: { program_id: programId } })}
      />
      {shows.map((field) => {
        if (field === 'level') return <LevelField key={field} choice={choice} />;
        if (field === 'subjectCode')
          return <SubjectField key={field} choice={choice} hasError={isMissing(field)} />;
        if (field === 'studentId')
          return <StudentField key={field} choice={choice} hasError={isMissing(field)} />;
        const isEnd = field === 'endDate';
        const rangeSentence =
          range === 'rangeTooLong' ? ruleMessages.rangeTooLong(longestRange) : range && ruleMessages[range];
        return (
          <DayField
            key={field}
            label={t(isEnd ? 'staffReports.to' : 'staffReports.from')}
            value={selection[field] ?? ''}
            problem={(isEnd && rangeSentence) || (isMissing(field) ? t('staffReports.required') : '')}
            onChange={(day) => choose({ [field]: day || null })}
          />
        );
      })}
    </Box>
  );
}
