import Print from '@mui/icons-material/PrintOutlined';
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { HifzMap } from '../../../contract/hifz/map';
import { pageCount, roundPages } from '../../../contract/rules/mushaf';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { hifz as say } from '../../i18n/ar/hifz';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { IconAction } from '../../ui/page/IconAction';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { ErrorState } from '../../ui/page/States';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden';
import { later } from '../../ui/page/later';
import { HearingsDialog } from './HearingsDialog';
import { JuzTable } from './JuzTable';
import { cellId, MapGrid } from './MapGrid';
import { MapLegend } from './MapLegend';
import { pageAfterKey } from './mapModel';
import { MapPaper } from './MapPaper';
import { PageFacts } from './PageFacts';
import { PlanPanel, type PlanSubject } from './PlanPanel';

const PriorDialog = lazyDialog(() => import('./PriorDialog'));
const ProgressPanel = later(() => import('./ProgressPanel'), <Skeleton variant="rounded" height={320} />);
const SardPanel = later(() => import('./SardPanel'), <Skeleton variant="rounded" height={160} />);

const hifzMapKey = (student: string) => ['hifz', 'map', student] as const;

interface HifzPanelProps {
  /** The academic number. */
  student: string;
  name: string;
}

interface HifzPanelsProps extends HifzPanelProps {
  /** Those with daily records that the caller may open. */
  subjects?: readonly PlanSubject[];
}

/** All that is shown of the memorisation of a student. */
export default function HifzPanels({ subjects = [], ...student }: HifzPanelsProps) {
  return (
    <>
      {subjects.length > 0 && <PlanPanel {...student} subjects={subjects} />}
      <MapPanel {...student} />
      <ProgressPanel of={{ kind: 'student', student: student.student, subjects }} />
      <SardPanel {...student} subjects={subjects} />
    </>
  );
}

/** What of the mushaf a student has memorised, and how fresh it is. */
function MapPanel({ student, name }: HifzPanelProps) {
  const { hifz } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: hifzMapKey(student),
    queryFn: async () => (await hifz()).map(student),
  });
  const isStaff = useSession()?.user.role !== 'student';
  return (
    <Panel title={say.map} isOnScreenOnly>
      <Stack direction="row" className="no-print" sx={{ mb: 1.5, gap: 1, flexWrap: 'wrap' }}>
        <LinkButton
          to={`/reports/week?${new URLSearchParams({ student })}`}
          label={say.week}
          variant="outlined"
          size="small"
        />
        {isStaff && <PriorButton student={student} name={name} />}
      </Stack>
      {error ? (
        <ErrorState title={say.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={720} />
      ) : data.memorised_pages === 0 ? (
        <Typography color="text.secondary">{say.nothingYet}</Typography>
      ) : (
        <ShownMap map={data} student={student} name={name} />
      )}
    </Panel>
  );
}

function PriorButton({ student, name }: HifzPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setIsOpen(true)}>
        {say.prior}
      </Button>
      {isOpen && <PriorDialog student={student} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface ShownMapProps extends Pick<HifzPanelProps, 'student' | 'name'> {
  map: HifzMap;
}

type MapView = 'map' | 'table';
const mapViews = new Map<MapView, string>([
  ['map', say.asMap],
  ['table', say.asTable],
]);

function ShownMap({ map, student, name }: ShownMapProps) {
  const [view, setView] = useState<MapView>('map');
  const [isPrinting, setIsPrinting] = useState(false);
  const stopPrinting = useCallback(() => setIsPrinting(false), []);
  const memorised = say.memorised(roundPages(map.memorised_pages), pageCount);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, marginInlineEnd: 'auto' }}>{memorised}</Typography>
        <ViewChoice label={say.views} views={mapViews} value={view} onChange={setView} />
        <IconAction title={say.print} onClick={() => setIsPrinting(true)}>
          <Print />
        </IconAction>
      </Stack>
      <MapLegend pages={map.pages} />
      {view === 'table' ? <JuzTable juz={map.juz} /> : <LiveMap map={map} student={student} name={name} />}
      {isPrinting && (
        <MapPaper map={map} name={name} student={student} memorised={memorised} onDone={stopPrinting} />
      )}
    </Box>
  );
}

const pageAt = ({ target }: { target: EventTarget }): number | null => {
  const page = (target as HTMLElement).dataset['page'];
  return page === undefined ? null : Number(page);
};

/** The map with what is told of the page under the pointer, else of the chosen one. */
function LiveMap({ map, student, name }: ShownMapProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  // Set on the elements themselves: the grid is not rendered again for it.
  useLayoutEffect(() => {
    if (chosen === null) return undefined;
    const cell = document.getElementById(cellId(chosen));
    cell?.setAttribute('data-active', '');
    cell?.setAttribute('aria-selected', 'true');
    grid.current?.setAttribute('aria-activedescendant', cellId(chosen));
    return () => {
      cell?.removeAttribute('data-active');
      cell?.removeAttribute('aria-selected');
    };
  }, [chosen]);
  const choose = (page: number) => {
    setChosen(page);
    setPointed(null);
  };
  const firstMemorised = () => map.pages.findIndex(({ share }) => share > 0) + 1;
  const press = (event: KeyboardEvent) => {
    const page = chosen ?? firstMemorised();
    const next = pageAfterKey(page, event.key);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) setOpened(page);
    else choose(next);
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setPointed(pageAt(event));
  };
  const shown = pointed ?? chosen;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the grid in it has the focus and its role */}
      <div
        onKeyDown={press}
        onFocus={() => chosen === null && choose(firstMemorised())}
        onPointerOver={point}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const page = pageAt(event);
          if (page !== null) choose(page);
        }}
      >
        <MapGrid map={map} name={name} gridRef={grid} />
        <VisuallyHidden>{say.keys}</VisuallyHidden>
      </div>
      <PageFacts
        page={shown}
        cell={shown === null ? undefined : map.pages[shown - 1]}
        onTurn={choose}
        onHearings={setOpened}
      />
      {opened !== null && (
        <HearingsDialog student={student} name={name} page={opened} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
