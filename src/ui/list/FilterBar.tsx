import Clear from '@mui/icons-material/Clear';
import FilterList from '@mui/icons-material/FilterList';
import { Badge, Box, Button, IconButton, Stack } from '@mui/material';
import { Children, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { t } from '../../i18n/text';
import { lazyDialog } from '../dialog/lazyDialog';
import { IconAction } from '../page/IconAction';
import { useIsPhone } from '../page/useIsPhone';
import { useMounted } from '../page/useMounted';
import { lazyComponent } from '../page/lazyComponent';
import { FilterBoundary } from './FilterInput';
import { FiltersAsChips, useFilterChange } from './FilterSelect';
import { SearchBox, useSearchText } from './SearchField';
import type { FilteredList } from './useSavedFilters';

const FilterSheet = lazyDialog(
  () => import('./FilterSheet'),
  ({ onClose, onExited }) => {
    onClose();
    onExited();
  },
);
const SavedFilters = lazyComponent(async () => ({ default: (await import('./SavedFilters')).SavedFilters }));

interface FilterBarProps {
  /** Label of the search box. Without a label, the bar has no search box. */
  search?: string;
  /** The first filters appear in the bar, the other filters in the sheet. */
  children?: ReactNode;
}

const maxInLine = 2;

/** The URL contains the filters. Active filters of the sheet also appear as chips. */
export function FilterBar({ search, children }: FilterBarProps) {
  const isPhone = useIsPhone();
  const list = useListContext();
  const { filterValues, setFilters } = list;
  const { typed, changeText, cancel } = useFilterText();
  const filters = Children.toArray(children);
  const lineFilters = isPhone ? [] : filters.slice(0, maxInLine);
  const sheetFilters = filters.slice(lineFilters.length);
  const activeCount = Object.keys(filterValues).filter((name) => name !== 'q').length;
  const clear = () => {
    cancel();
    setFilters({});
  };
  const clearButton = (activeCount > 0 || typed !== '') && (
    <Button onClick={clear} startIcon={<Clear />}>
      {t('ui.clearFilters')}
    </Button>
  );

  return (
    <Box component="search">
      <Stack direction="row" sx={{ gap: 1, flexWrap: { sm: 'wrap' }, alignItems: 'center' }}>
        {search !== undefined && (
          <Box sx={{ flex: '1 1 11rem', minWidth: 0 }}>
            <SearchBox
              label={search}
              typed={typed}
              onType={changeText}
              clearButton={
                typed !== '' && (
                  <IconButton
                    size="small"
                    edge="end"
                    aria-label={t('ui.clearSearch')}
                    onClick={() => changeText('')}
                  >
                    <Clear fontSize="small" />
                  </IconButton>
                )
              }
            />
          </Box>
        )}
        {lineFilters}
        {sheetFilters.length > 0 && (
          <SheetButton activeCount={activeCount} list={list} onChoose={cancel}>
            {sheetFilters}
            {clearButton}
          </SheetButton>
        )}
        {sheetFilters.length === 0 && (
          <FilterBoundary>
            <Suspense>
              <SavedFilters list={list} onChoose={cancel} />
            </Suspense>
          </FilterBoundary>
        )}
        {!isPhone && clearButton}
      </Stack>
      {sheetFilters.length > 0 && activeCount > 0 && (
        <FiltersAsChips value>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1 } }}>
            {sheetFilters}
          </Box>
        </FiltersAsChips>
      )}
    </Box>
  );
}

interface SheetButtonProps {
  list: FilteredList;
  activeCount: number;
  onChoose: () => void;
  children: ReactNode;
}

function SheetButton({ activeCount, ...sheet }: SheetButtonProps) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const { isMounted, onExited } = useMounted(isOpen);
  const open = () => setIsOpen(true);
  const name = t('ui.filters');
  const label = activeCount > 0 ? `${name}: ${t('ui.filtersActive', { smart_count: activeCount })}` : name;
  return (
    <>
      {isPhone ? (
        <IconAction title={name} label={label} aria-haspopup="dialog" onClick={open}>
          <Badge badgeContent={activeCount} color="primary">
            <FilterList />
          </Badge>
        </IconAction>
      ) : (
        <Button
          variant="outlined"
          startIcon={<FilterList />}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={open}
        >
          {activeCount > 0 ? t('ui.filtersCount', { count: activeCount }) : name}
        </Button>
      )}
      {isMounted && (
        <FilterSheet {...sheet} isOpen={isOpen} onClose={() => setIsOpen(false)} onExited={onExited} />
      )}
    </>
  );
}

/** The typed text appears immediately. The list's filter changes after a short pause. */
function useFilterText() {
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const filterText = String(filterValues['q'] ?? '');
  const lastSearch = useRef(filterText);
  const { setTyped, ...box } = useSearchText(filterText, (text) => {
    lastSearch.current = text;
    changeFilters(({ q: _, ...others }) => (text === '' ? others : { ...others, q: text }));
  });
  // Back, Forward or "clear filters" changed the URL.
  useEffect(() => {
    if (filterText === lastSearch.current) return;
    lastSearch.current = filterText;
    setTyped(filterText);
  }, [filterText, setTyped]);
  return box;
}
