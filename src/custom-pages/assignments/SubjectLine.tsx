import type { Assignment } from '../../../contract/assignments';
import { Isolated } from '../../ui/page/Isolated';

/** The subject, its code, and the batch. */
export const SubjectLine = ({
  assignment: { subject_name, subject_code, batch_name },
}: {
  assignment: Pick<Assignment, 'subject_name' | 'subject_code' | 'batch_name'>;
}) => (
  <>
    <bdi>{subject_name}</bdi> <Isolated>{subject_code}</Isolated>
    {batch_name && (
      <>
        {' · '}
        <bdi>{batch_name}</bdi>
      </>
    )}
  </>
);
