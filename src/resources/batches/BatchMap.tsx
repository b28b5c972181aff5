import { Box, Skeleton, Stack, type Theme, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef } from 'react';
import type { BatchCard } from '../../../contract/batches';
import type { BatchMapRow } from '../../../contract/hifz/map';
import { juzCount } from '../../../contract/rules/mushaf';
import { useApi } from '../../dataProvider/useApi';
import { PlanButton } from '../../features/hifz/PlanButton';
import { useStudentWords } from '../../i18n/gender';
import { hifz as labels } from '../../i18n/ar/hifz';
import { hifzLinks } from '../../i18n/ar/hifzLinks';
import { ChoiceField } from '../../ui/form/ChoiceField';
import { Isolated } from '../../ui/page/Isolated';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { RecordLink } from '../../ui/page/RecordLink';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState } from '../../ui/page/States';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { useAddress } from '../../ui/page/useAddress';
import { useIsPhone } from '../../ui/page/useIsPhone';

const ProgressPanel = lazyComponent(
  () => import('../../features/hifz/ProgressPanel'),
  <Skeleton variant="rounded" height={320} />,
);

interface BatchMapProps {
  batchId: number;
  circles: readonly (BatchCard['subjects'][number]['circles'][number] & { subject_code: string })[];
  /** Subjects with plan templates that the user may change. */
  subjects?: readonly { subject_code: string; name: string }[];
}

/**
 * Shows how much of each juz a student has memorised. The students are those of the batch or of one circle.
 */
export default function BatchMap({ batchId, circles, subjects = [] }: BatchMapProps) {
  const words = useStudentWords();
  const [searchParams, changeParams] = useAddress();
  const circle = circles.find(({ id }) => String(id) === searchParams.get('circle_id'));
  const { hifz } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['hifz', 'batch', batchId, circle?.id],
    queryFn: async () => (await hifz()).batchMap(batchId, circle?.id),
  });
  const isPhone = useIsPhone();
  const panel = useRef<HTMLDivElement>(null);
  // A link from the hearing screens leads to this part of the page.
  const isLinkTarget = searchParams.get('part') === 'hifz' && data !== undefined;
  useEffect(() => {
    if (isLinkTarget) panel.current?.scrollIntoView({ block: 'start' });
  }, [isLinkTarget]);
  return (
    <Box ref={panel}>
      <Panel title={labels.batchMap}>
        <Stack spacing={1.5}>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            {circles.length > 0 && (
              <ChoiceField
                label={labels.circle}
                anyLabel={labels.wholeBatch}
                width={{ xs: '100%', sm: 260 }}
                value={circle ? String(circle.id) : null}
                choices={circles.map(({ id, name }) => [String(id), name] as const)}
                onChange={(chosen) =>
                  changeParams((params) =>
                    chosen === null ? params.delete('circle_id') : params.set('circle_id', chosen),
                  )
                }
              />
            )}
            <SecondaryText sx={{ marginInlineEnd: 'auto' }}>{labels.batchMapHint}</SecondaryText>
            {!circle &&
              subjects.map(({ subject_code, name }) => (
                <PlanButton
                  key={subject_code}
                  size="small"
                  owner={{ kind: 'subject', subject_code, name }}
                  label={hifzLinks.subjectPlan(name)}
                />
              ))}
            {circle && (
              <PlanButton
                key={circle.id}
                size="small"
                owner={{ kind: 'circle', ...circle }}
                label={hifzLinks.circlePlan}
              />
            )}
            {circle && (
              <LinkButton to={weekAddress(circle)} label={labels.week} variant="outlined" size="small" />
            )}
          </Stack>
          {error ? (
            <ErrorState title={labels.loadFailed} error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Skeleton variant="rounded" height={400} />
          ) : data.length === 0 ? (
            <Typography color="text.secondary">{words(labels.noStudents)}</Typography>
          ) : isPhone ? (
            <MapCards lines={data} />
          ) : (
            <MapTable lines={data} />
          )}
        </Stack>
      </Panel>
      <Box sx={{ mt: 2 }}>
        <ProgressPanel scope={circle ? { kind: 'circle', id: circle.id } : { kind: 'batch', id: batchId }} />
      </Box>
    </Box>
  );
}

const weekAddress = ({ id, subject_code }: BatchMapProps['circles'][number]) =>
  `/reports/week?${new URLSearchParams({ subject_code, circle_id: String(id) })}`;

const toPercent = (share: number) =>
  share <= 0 ? 0 : share >= 1 ? 100 : Math.min(Math.max(Math.round(share * 100), 1), 99);

const formatJuzSum = ({ juz }: BatchMapRow) =>
  labels.juzSum(Math.round(juz.reduce((sum, share) => sum + share, 0) * 10) / 10);

/** Returns 0 for nothing, 1 to 3 by thirds, and 4 for a whole juz. */
const computeShade = (percent: number) => (percent === 100 ? 4 : Math.ceil(percent / 33.4));

const StudentLink = ({ line: { id, name } }: { line: BatchMapRow }) => (
  <RecordLink to={`/students/${id}/show`} name={name} />
);

/** Uses plain elements instead of MUI, because a batch has more than a thousand cells. */
const MapTable = memo(function MapTable({ lines: rows }: { lines: readonly BatchMapRow[] }) {
  const words = useStudentWords();
  return (
    <Box sx={(theme) => ({ ...shadeStyles(theme), ...tableStyle(theme) })}>
      <table aria-label={labels.batchMap}>
        <thead>
          <tr>
            <th scope="col">{words(labels.student)}</th>
            {Array.from({ length: juzCount }, (_, index) => (
              <th key={index} scope="col" aria-label={labels.juzNumber(index + 1)}>
                {index + 1}
              </th>
            ))}
            <th scope="col">{labels.sum}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <StudentLink line={line} />
              </th>
              {line.juz.map((share, index) => {
                const percent = toPercent(share);
                return (
                  <td key={index} data-shade={computeShade(percent)}>
                    {percent > 0 && percent}
                  </td>
                );
              })}
              <td>
                <Isolated>{formatJuzSum(line)}</Isolated>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
});

/** A phone shows ten juz in a row. */
const MapCards = memo(function MapCards({ lines: rows }: { lines: readonly BatchMapRow[] }) {
  return (
    <Box
      component="ul"
      aria-label={labels.batchMap}
      sx={(theme) => ({ ...shadeStyles(theme), ...cardStyle(theme) })}
    >
      {rows.map((line) => (
        <li key={line.id}>
          <div>
            <StudentLink line={line} />
            <SecondaryText variant="caption" component="span" sx={{ flexShrink: 0 }}>
              {formatJuzSum(line)}
            </SecondaryText>
          </div>
          <ol hidden={line.juz.every((share) => share === 0)}>
            {line.juz.map((share, index) => {
              const percent = toPercent(share);
              return (
                <li
                  key={index}
                  data-shade={computeShade(percent)}
                  aria-label={labels.shareOf(index + 1, percent)}
                >
                  <small aria-hidden>{index + 1}</small>
                  {percent > 0 && <span aria-hidden>{percent}</span>}
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </Box>
  );
});

type Colours = Pick<Theme, 'colours'>;

const shadeStyles = ({ colours: c }: Colours) => ({
  '& [data-shade]': { color: c.ink },
  '& [data-shade="0"]': { color: c.quietInk },
  ...Object.fromEntries(
    [12, 26, 42].map((mix, index) => [
      `& [data-shade="${index + 1}"]`,
      { backgroundColor: `color-mix(in srgb, ${c.primary} ${mix}%, ${c.surface})` },
    ]),
  ),
  '& [data-shade="4"]': { backgroundColor: c.primary, color: c.onPrimary, fontWeight: 600 },
});

const tableStyle = ({ colours: c }: Colours) => ({
  overflowX: 'auto',
  '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', minWidth: 920 },
  '& th, & td': { p: 0, height: 32, fontSize: '0.75rem', textAlign: 'center' },
  '& td': { border: `1px solid ${c.hairline}`, fontVariantNumeric: 'tabular-nums' },
  '& thead th': { color: c.quietInk, fontWeight: 600 },
  '& th:first-of-type': {
    width: '20%',
    paddingInlineEnd: 1,
    textAlign: 'start',
    fontSize: '0.875rem',
    lineHeight: 1.3,
  },
  '& th:last-of-type:not([scope="row"])': { width: 72 },
  '& td:last-of-type': { border: 0, whiteSpace: 'nowrap' },
});

const cardStyle = ({ colours: c }: Colours) => ({
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': { py: 1.25, borderTop: `1px solid ${c.hairline}` },
  '& > li > div': { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1 },
  '& ol': {
    listStyle: 'none',
    m: 0,
    mt: 0.75,
    p: 0,
    '&:not([hidden])': { display: 'grid' },
    gap: '2px',
    gridTemplateColumns: 'repeat(10, minmax(0, 1fr))',
  },
  '& ol li': {
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    minHeight: 34,
    lineHeight: 1.3,
    py: '2px',
    borderRadius: '4px',
    border: `1px solid ${c.hairline}`,
  },
  '& ol small': { fontSize: '0.625rem' },
  '& ol span': { fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' },
});
