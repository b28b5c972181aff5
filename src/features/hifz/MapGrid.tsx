import { Box, type Theme } from '@mui/material';
import { memo, type Ref } from 'react';
import type { HifzMap } from '../../../contract/hifz/map';
import { roundPages } from '../../../contract/rules/mushaf';
import { hifz as labels } from '../../i18n/ar/hifz';
import { cellNames, pageState, type PageState, type MapPage, pagesOfJuz } from './mapModel';

export const cellId = (page: number) => `hifz-page-${page}`;

/** Each state has a pattern too, because some users cannot distinguish the colours. */
export const signStyles = ({ colours: c }: { colours: Theme['colours'] }) => ({
  '& [data-state]': {
    display: 'block',
    boxSizing: 'border-box',
    border: '1px solid',
    borderColor: c.hairline,
    backgroundColor: c.sunken,
    borderRadius: '2px',
    // The background carries the meaning, so print and high-contrast modes must keep it.
    printColorAdjust: 'exact',
    forcedColorAdjust: 'none',
  },
  '& [data-state="fresh"]': { backgroundColor: c.success, borderColor: c.success },
  '& [data-state="due"]': {
    borderColor: c.info,
    backgroundColor: c.info,
    backgroundImage: `linear-gradient(${c.surface}, ${c.surface})`,
    backgroundSize: '100% 22%',
    backgroundPosition: 'center',
    backgroundRepeat: 'no-repeat',
  },
  '& [data-state="overdue"]': {
    borderColor: c.warning,
    backgroundColor: c.surface,
    backgroundImage: `repeating-linear-gradient(45deg, ${c.warning} 0 2px, ${c.surface} 2px 4px)`,
  },
  '& [data-state="weak"]': {
    borderColor: c.error,
    backgroundColor: c.error,
    backgroundImage: [45, 135]
      .map(
        (angle) =>
          `linear-gradient(${angle}deg, transparent calc(50% - 1px), ${c.surface} calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px))`,
      )
      .join(', '),
  },
  '& [data-state="part"]': {
    borderStyle: 'dashed',
    borderColor: c.edge,
    backgroundColor: c.surface,
    backgroundImage: `linear-gradient(${c.primary}, ${c.primary})`,
    backgroundSize: '100% var(--share, 50%)',
    backgroundPosition: 'bottom',
    backgroundRepeat: 'no-repeat',
  },
});

export const Sign = ({ state }: { state: PageState }) => (
  <Box
    component="span"
    aria-hidden
    sx={(theme) => ({ ...signStyles(theme), display: 'inline-block', flexShrink: 0 })}
  >
    <span data-state={state} style={{ width: 14, height: 14 }} />
  </Box>
);

interface MapGridProps {
  map: HifzMap;
  name: string;
  /** This element has the focus. The selected page is its `aria-activedescendant`. */
  gridRef?: Ref<HTMLDivElement>;
  isStatic?: boolean;
}

/** A selection does not render the grid again: rendering 604 components is slow. */
export const MapGrid = memo(function MapGrid({ map, name, gridRef, isStatic = false }: MapGridProps) {
  const names = isStatic ? [] : cellNames(map.pages);
  return (
    <Box
      ref={gridRef}
      role={isStatic ? 'img' : 'grid'}
      aria-label={labels.mapOf(name)}
      {...(!isStatic && { tabIndex: 0 })}
      sx={(theme) => ({ ...signStyles(theme), ...gridStyles(theme) })}
    >
      {pagesOfJuz.map((pages, index) => (
        <div key={index} role={isStatic ? undefined : 'row'}>
          <b role={isStatic ? undefined : 'rowheader'} aria-label={labels.juzNumber(index + 1)}>
            {index + 1}
          </b>
          {pages.map((page) => renderCell(page, map.pages[page - 1], names[page - 1]))}
          <small aria-hidden>{roundPages(map.juz[index]?.memorised ?? 0) || ''}</small>
        </div>
      ))}
    </Box>
  );
});

/** The user cannot select a cell without a name. */
function renderCell(page: number, cell: MapPage | undefined, name: string | undefined) {
  if (!cell) return null;
  const state = pageState(cell);
  const style =
    state === 'part' ? { '--share': `${Math.max(Math.round(cell.share * 100), 15)}%` } : undefined;
  return name === undefined ? (
    <i key={page} data-state={state} style={style as React.CSSProperties} />
  ) : (
    <i
      key={page}
      id={cellId(page)}
      role="gridcell"
      aria-label={name}
      data-page={page}
      data-state={state}
      style={style as React.CSSProperties}
    />
  );
}

const gridStyles = ({ colours: c, breakpoints }: Pick<Theme, 'colours' | 'breakpoints'>) => ({
  display: 'grid',
  gap: '2px',
  borderRadius: 1,
  userSelect: 'none',
  touchAction: 'manipulation',
  '& > div': { display: 'flex', gap: '2px', alignItems: 'stretch', height: 18 },
  '& b': {
    flex: '0 0 1.6em',
    fontSize: '0.75rem',
    lineHeight: '18px',
    fontWeight: 600,
    color: c.quietInk,
    fontVariantNumeric: 'tabular-nums',
  },
  '& small': {
    flex: '0 0 2.6em',
    fontSize: '0.75rem',
    lineHeight: '18px',
    textAlign: 'end',
    color: c.quietInk,
    fontVariantNumeric: 'tabular-nums',
    [breakpoints.down('sm')]: { display: 'none' },
  },
  '& i': { flex: '1 1 0', minWidth: 0, cursor: 'pointer' },
  '& i[data-active]': { outline: `3px solid ${c.ink}`, outlineOffset: 1, borderRadius: '2px', zIndex: 1 },
});
