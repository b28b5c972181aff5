import { Box } from '@mui/material';
import { useEffect } from 'react';
import { buildRecent, useRecents } from '../../../features/teaching-context/recents';
import type { TeachingContext } from '../../../features/teaching-context/useTeachingContext';
import { ReportBasis, SubjectField } from './ReportForm';
import { fieldsStyle } from './fieldsStyle';
import { subjectTypesOf } from './staffReportModel';
import type { ReportChoice } from './useStaffReport';

/** The one chooser of the teaching screens over the form, which has the lists of programme, batch and subject. */
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
  const withCircles = type === 'daily-range';
  useEffect(() => {
    if (!batch || !subject) return;
    // Without a name of the circle, the last one of the subject stays.
    remember(buildRecent(subject, batch, { program_id: programId, circle: null, circle_name: null }), false);
  }, [batch, subject, programId, remember]);
  const isOfBatch = type === 'transcript';
  return {
    names: batch ? [...(subject && !isOfBatch ? [subject.name] : []), batch.batch_name] : [],
    isLoading: batchId !== null && !batchError && (!batch || (subjectCode !== null && isReadingSubjects)),
    current: subject
      ? { subject_code: subject.subject_code, circle: circleId === null ? null : String(circleId) }
      : null,
    types: subjectTypesOf(type),
    withCircles,
    onChoose: (recent) => {
      remember(recent, withCircles);
      chooseRecent(recent);
    },
    steps: (
      <Box sx={fieldsStyle}>
        <ReportBasis choice={choice} />
        <SubjectField choice={choice} />
      </Box>
    ),
  };
}
