import Print from '@mui/icons-material/PrintOutlined';
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { HifzMap } from '../../../contract/hifz/map';
import { pageCount, roundPages } from '../../../contract/rules/mushaf';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { hifz as labels } from '../../i18n/ar/hifz';
import { lazyDialog } from '../../ui/dialog/lazyDialog';
import { ViewChoice } from '../../ui/form/ViewChoice';
import { IconAction } from '../../ui/page/IconAction';
import { LinkButton } from '../../ui/page/LinkButton';
import { Panel } from '../../ui/page/Panel';
import { ErrorState } from '../../ui/page/States';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden';
import { lazyComponent } from '../../ui/page/lazyComponent';
import { HearingsDialog } from './HearingsDialog';
import { JuzTable } from './JuzTable';
import { cellId, MapGrid } from './MapGrid';
import { MapLegend } from './MapLegend';
import { pageAfterKey } from './mapModel';
import { MapPaper } from './MapPaper';
import { PageFacts } from './PageFacts';
import { PlanPanel, type PlanSubject } from './PlanPanel';

const PriorDialog = lazyDialog(() => import('./PriorDialog'));
const ProgressPanel = lazyComponent(
  () => import('./ProgressPanel'),
  <Skeleton variant="rounded" height={320} />,
);
const SardPanel = lazyComponent(() => import('./SardPanel'), <Skeleton variant="rounded" height={160} />);

const hifzMapKey = (student: string) => ['hifz', 'map', student] as const;

interface HifzPanelProps {
  /** Academic number. */
  student: string;
  name: string;
}

interface HifzPanelsProps extends HifzPanelProps {
  subjects?: readonly PlanSubject[];
}

export default function HifzPanels({ subjects = [], ...student }: HifzPanelsProps) {
  return (
    <>
      {subjects.length > 0 && <PlanPanel {...student} subjects={subjects} />}
      <MapPanel {...student} />
      <ProgressPanel scope={{ kind: 'student', student: student.student, subjects }} />
      <SardPanel {...student} subjects={subjects} />
    </>
  );
}

function MapPanel({ student, name }: HifzPanelProps) {
  const { hifz } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: hifzMapKey(student),
    queryFn: async () => (await hifz()).map(student),
  });
  const isStaff = useSession()?.user.role !== 'student';
  return (
    <Panel title={labels.map} isOnScreenOnly>
      <Stack direction="row" className="no-print" sx={{ mb: 1.5, gap: 1, flexWrap: 'wrap' }}>
        <LinkButton
          to={`/reports/week?${new URLSearchParams({ student })}`}
          label={labels.week}
          variant="outlined"
          size="small"
        />
        {isStaff && <PriorButton student={student} name={name} />}
      </Stack>
      {error ? (
        <ErrorState title={labels.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton variant="rounded" height={720} />
      ) : data.memorised_pages === 0 ? (
        <Typography color="text.secondary">{labels.nothingYet}</Typography>
      ) : (
        <MapContent map={data} student={student} name={name} />
      )}
    </Panel>
  );
}

function PriorButton({ student, name }: HifzPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setIsOpen(true)}>
        {labels.prior}
      </Button>
      {isOpen && <PriorDialog student={student} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface MapContentProps extends Pick<HifzPanelProps, 'student' | 'name'> {
  map: HifzMap;
}

type MapView = 'map' | 'table';
const mapViews = new Map<MapView, string>([
  ['map', labels.asMap],
  ['table', labels.asTable],
]);

function MapContent({ map, student, name }: MapContentProps) {
  const [view, setView] = useState<MapView>('map');
  const [isPrinting, setIsPrinting] = useState(false);
  const stopPrinting = useCallback(() => setIsPrinting(false), []);
  const memorisedText = labels.memorised(roundPages(map.memorised_pages), pageCount);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, marginInlineEnd: 'auto' }}>{memorisedText}</Typography>
        <ViewChoice label={labels.views} views={mapViews} value={view} onChange={setView} />
        <IconAction title={labels.print} onClick={() => setIsPrinting(true)}>
          <Print />
        </IconAction>
      </Stack>
      <MapLegend pages={map.pages} />
      {view === 'table' ? (
        <JuzTable juz={map.juz} />
      ) : (
        <InteractiveMap map={map} student={student} name={name} />
      )}
      {isPrinting && (
        <MapPaper map={map} name={name} student={student} memorised={memorisedText} onDone={stopPrinting} />
      )}
    </Box>
  );
}

const readPage = ({ target }: { target: EventTarget }): number | null => {
  const page = (target as HTMLElement).dataset['page'];
  return page === undefined ? null : Number(page);
};

/** Shows facts about the hovered page, or about the selected page if no page is hovered. */
function InteractiveMap({ map, student, name }: MapContentProps) {
  const [chosenPage, setChosenPage] = useState<number | null>(null);
  const [hoveredPage, setHoveredPage] = useState<number | null>(null);
  const [openedPage, setOpenedPage] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  // The effect changes the DOM directly, because rendering 604 cells again is slow.
  useLayoutEffect(() => {
    if (chosenPage === null) return undefined;
    const cell = document.getElementById(cellId(chosenPage));
    cell?.setAttribute('data-active', '');
    cell?.setAttribute('aria-selected', 'true');
    grid.current?.setAttribute('aria-activedescendant', cellId(chosenPage));
    return () => {
      cell?.removeAttribute('data-active');
      cell?.removeAttribute('aria-selected');
    };
  }, [chosenPage]);
  const choose = (page: number) => {
    setChosenPage(page);
    setHoveredPage(null);
  };
  const firstMemorised = () => map.pages.findIndex(({ share }) => share > 0) + 1;
  const handleKey = (event: KeyboardEvent) => {
    const page = chosenPage ?? firstMemorised();
    const next = pageAfterKey(page, event.key);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) setOpenedPage(page);
    else choose(next);
  };
  const handlePointer = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setHoveredPage(readPage(event));
  };
  const activePage = hoveredPage ?? chosenPage;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the grid in it has the focus and its role */}
      <div
        onKeyDown={handleKey}
        onFocus={() => chosenPage === null && choose(firstMemorised())}
        onPointerOver={handlePointer}
        onPointerLeave={() => setHoveredPage(null)}
        onClick={(event) => {
          const page = readPage(event);
          if (page !== null) choose(page);
        }}
      >
        <MapGrid map={map} name={name} gridRef={grid} />
        <VisuallyHidden>{labels.keys}</VisuallyHidden>
      </div>
      <PageFacts
        page={activePage}
        cell={activePage === null ? undefined : map.pages[activePage - 1]}
        onTurn={choose}
        onHearings={setOpenedPage}
      />
      {openedPage !== null && (
        <HearingsDialog student={student} name={name} page={openedPage} onClose={() => setOpenedPage(null)} />
      )}
    </>
  );
}
