import { Box } from '@mui/material';
import { useEffect } from 'react';
import { buildRecent, useRecents } from '../../../features/teaching-context/recents';
import type { TeachingContext } from '../../../features/teaching-context/useTeachingContext';
import { ProgramBatchFields, SubjectField } from './ReportForm';
import { fieldsStyle } from './fieldsStyle';
import { reportedSubjectTypes } from './staffReportModel';
import type { ReportChoice } from './useStaffReport';

/** The recent choices above the form; they set the programme, batch and subject of the form. */
export function useReportContext(choice: ReportChoice): TeachingContext {
  const {
    selection,
    batch,
    batchError,
    subjects,
    isLoadingSubjects: isReadingSubjects,
    chooseRecent,
  } = choice;
  const { type, batchId, programId, subjectCode, circleId } = selection;
  const { remember } = useRecents();
  const subject = subjects.find(({ subject_code }) => subject_code === subjectCode);
  const hasCircles = type === 'daily-range';
  useEffect(() => {
    if (!batch || !subject) return;
    // If the circle is null, `remember` keeps the last circle of the subject.
    remember(buildRecent(subject, batch, { program_id: programId, circle: null, circle_name: null }), false);
  }, [batch, subject, programId, remember]);
  const isTranscript = type === 'transcript';
  return {
    names: batch ? [...(subject && !isTranscript ? [subject.name] : []), batch.batch_name] : [],
    isLoading: batchId !== null && !batchError && (!batch || (subjectCode !== null && isReadingSubjects)),
    current: subject
      ? { subject_code: subject.subject_code, circle: circleId === null ? null : String(circleId) }
      : null,
    types: reportedSubjectTypes(type),
    withCircles: hasCircles,
    onChoose: (recent) => {
      remember(recent, hasCircles);
      chooseRecent(recent);
    },
    steps: (
      <Box sx={fieldsStyle}>
        <ProgramBatchFields choice={choice} />
        <SubjectField choice={choice} />
      </Box>
    ),
  };
}
