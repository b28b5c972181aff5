import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { hifzProgress as say } from '../../i18n/ar/hifzProgress';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { HotSpots } from './HotSpots';
import { ProgressChart, roundedPages } from './ProgressChart';

/** Of whom is told. */
export type ProgressOf =
  | { kind: 'student'; student: string; subjects: readonly { subject_code: string; name: string }[] }
  | { kind: 'circle'; id: number }
  | { kind: 'batch'; id: number };

interface ProgressPanelProps {
  of: ProgressOf;
}

const keyOf = (of: ProgressOf) => (of.kind === 'student' ? of.student : of.id);

/** How many weeks are shown. */
const spans = new Map([
  [12, say.spans[12]],
  [52, say.spans[52]],
]);
const shortSpan = 12;

/** The new pages of each week against the plan, and the ayahs with the most faults. */
export default function ProgressPanel({ of }: ProgressPanelProps) {
  const { hifz } = useApi();
  const [span, setSpan] = useState(shortSpan);
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'progress', of.kind, keyOf(of)],
    queryFn: async () => {
      const calls = await hifz();
      if (of.kind === 'student') return calls.progress(of.student);
      return of.kind === 'circle' ? calls.circleProgress(of.id) : calls.batchProgress(of.id);
    },
  });
  const weeks = data?.slice(-span) ?? [];
  const sumOf = (field: 'planned_pages' | 'heard_pages') =>
    roundedPages(weeks.reduce((sum, week) => sum + week[field], 0));
  return (
    <Panel title={say.title} isOnScreenOnly>
      <Box sx={of.kind === 'batch' ? alone : beside}>
        {error ? (
          <ErrorState title={say.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton variant="rounded" height={300} />
        ) : data.length === 0 ? (
          <Typography color="text.secondary">{say.nothingYet}</Typography>
        ) : (
          <Stack spacing={1} sx={{ minWidth: 0 }}>
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Box sx={{ marginInlineEnd: 'auto', minWidth: 0 }}>
                {of.kind !== 'batch' && <Behind of={of} />}
                <SecondaryText>{say.sum(sumOf('planned_pages'), sumOf('heard_pages'))}</SecondaryText>
              </Box>
              {data.length > shortSpan && (
                <ViewChoice label={say.span} views={spans} value={span} onChange={setSpan} />
              )}
            </Stack>
            <ProgressChart weeks={weeks} />
          </Stack>
        )}
        {of.kind !== 'batch' && <HotSpots of={of} />}
      </Box>
    </Panel>
  );
}

const alone = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;
const beside = {
  display: 'grid',
  columnGap: 4,
  rowGap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 260px' },
} as const;

/** Lessons behind the plan or ahead of it: of a student in each subject with a plan, of a circle how many are behind. */
function Behind({ of }: { of: Exclude<ProgressOf, { kind: 'batch' }> }) {
  const { hifz } = useApi();
  const today = useToday();
  const { data = [] } = useQuery({
    queryKey: ['hifz', 'behind', of.kind, keyOf(of), today],
    queryFn: async (): Promise<string[]> => {
      const calls = await hifz();
      if (of.kind === 'student') {
        const { student, subjects } = of;
        const found = await Promise.all(
          subjects.map(async ({ subject_code, name }) => {
            const task = await calls.task(student, subject_code);
            if (task === null) return [];
            const sentence = say.behind(task.behind_days);
            return subjects.length > 1 ? [say.ofSubject(name, sentence)] : [sentence];
          }),
        );
        return found.flat();
      }
      const days = (await calls.circleTasks(of.id, today)).flatMap(({ task }) => task?.behind_days ?? []);
      const late = days.filter((one) => one > 0).length;
      return days.length === 0 ? [] : [say.ofCircle(late, days.length - late)];
    },
  });
  return data.map((sentence) => (
    <Typography key={sentence} sx={{ fontWeight: 600 }}>
      {sentence}
    </Typography>
  ));
}
