import Stack from '@mui/material/Stack';
import type { SubmissionRow } from '../../../../contract/assignments';
import { useText } from '../../../i18n/useText';
import { Isolated } from '../../../ui/page/Isolated';
import { Moment } from '../../../ui/page/Moment';
import { RecordCard } from '../../../ui/list/RecordCard';
import { LateChip } from './LateChip';
import { SubmissionLinks } from './SubmissionLinks';
import { SubmissionScore } from './SubmissionScore';

/** The same on a phone: a card for everybody. */
export function SubmissionCards({ rows }: { rows: readonly SubmissionRow[] }) {
  const t = useText();
  return (
    <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((row) => (
        <RecordCard
          key={row.university_id}
          title={<bdi>{row.student_name}</bdi>}
          aside={row.is_submitted ? row.is_late && <LateChip /> : <SubmissionScore row={row} />}
          facts={[
            [t('assignments.universityId'), <Isolated key="id">{row.university_id}</Isolated>],
            ...(row.submitted_at
              ? ([
                  [t('assignments.score'), <SubmissionScore key="score" row={row} />],
                  [t('assignments.submittedAt'), <Moment key="at" value={row.submitted_at} />],
                ] as const)
              : []),
          ]}
          actions={row.id === null ? undefined : <SubmissionLinks row={row} />}
        />
      ))}
    </Stack>
  );
}
