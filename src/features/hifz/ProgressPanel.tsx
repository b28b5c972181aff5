import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../dataProvider/useApi';
import { useToday } from '../../dataProvider/useInstitute';
import { hifzProgress as labels } from '../../i18n/ar/hifzProgress';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { Panel } from '../../ui/page/Panel';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { HotSpots } from './HotSpots';
import { ProgressChart, roundedPages } from './ProgressChart';

export type ProgressScope =
  | { kind: 'student'; student: string; subjects: readonly { subject_code: string; name: string }[] }
  | { kind: 'circle'; id: number }
  | { kind: 'batch'; id: number };

interface ProgressPanelProps {
  scope: ProgressScope;
}

const scopeKey = (scope: ProgressScope) => (scope.kind === 'student' ? scope.student : scope.id);

const spans = new Map([
  [12, labels.spans[12]],
  [52, labels.spans[52]],
]);
const shortSpan = 12;

export default function ProgressPanel({ scope }: ProgressPanelProps) {
  const { hifz } = useApi();
  const [span, setSpan] = useState(shortSpan);
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'progress', scope.kind, scopeKey(scope)],
    queryFn: async () => {
      const hifzApi = await hifz();
      if (scope.kind === 'student') return hifzApi.progress(scope.student);
      return scope.kind === 'circle' ? hifzApi.circleProgress(scope.id) : hifzApi.batchProgress(scope.id);
    },
  });
  const weeks = data?.slice(-span) ?? [];
  const sumPages = (field: 'planned_pages' | 'heard_pages') =>
    roundedPages(weeks.reduce((sum, week) => sum + week[field], 0));
  return (
    <Panel title={labels.title} isOnScreenOnly>
      <Box sx={scope.kind === 'batch' ? oneColumn : twoColumns}>
        {error ? (
          <ErrorState title={labels.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton variant="rounded" height={300} />
        ) : data.length === 0 ? (
          <Typography color="text.secondary">{labels.nothingYet}</Typography>
        ) : (
          <Stack spacing={1} sx={{ minWidth: 0 }}>
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
              <Box sx={{ marginInlineEnd: 'auto', minWidth: 0 }}>
                {scope.kind !== 'batch' && <BehindPlan scope={scope} />}
                <SecondaryText>
                  {labels.sum(sumPages('planned_pages'), sumPages('heard_pages'))}
                </SecondaryText>
              </Box>
              {data.length > shortSpan && (
                <ViewChoice label={labels.span} views={spans} value={span} onChange={setSpan} />
              )}
            </Stack>
            <ProgressChart weeks={weeks} />
          </Stack>
        )}
        {scope.kind !== 'batch' && <HotSpots owner={scope} />}
      </Box>
    </Panel>
  );
}

const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;
const twoColumns = {
  display: 'grid',
  columnGap: 4,
  rowGap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 260px' },
} as const;

/** Shows lessons behind or ahead of the plan. For a circle, it shows the number of students behind. */
function BehindPlan({ scope }: { scope: Exclude<ProgressScope, { kind: 'batch' }> }) {
  const { hifz } = useApi();
  const today = useToday();
  const { data = [] } = useQuery({
    queryKey: ['hifz', 'behind', scope.kind, scopeKey(scope), today],
    queryFn: async (): Promise<string[]> => {
      const hifzApi = await hifz();
      if (scope.kind === 'student') {
        const { student, subjects } = scope;
        const messages = await Promise.all(
          subjects.map(async ({ subject_code, name }) => {
            const task = await hifzApi.task(student, subject_code);
            if (task === null) return [];
            const message = labels.behind(task.behind_days);
            return subjects.length > 1 ? [labels.ofSubject(name, message)] : [message];
          }),
        );
        return messages.flat();
      }
      const days = (await hifzApi.circleTasks(scope.id, today)).flatMap(
        ({ task }) => task?.behind_days ?? [],
      );
      const behindCount = days.filter((one) => one > 0).length;
      return days.length === 0 ? [] : [labels.ofCircle(behindCount, days.length - behindCount)];
    },
  });
  return data.map((message) => (
    <Typography key={message} sx={{ fontWeight: 600 }}>
      {message}
    </Typography>
  ));
}
