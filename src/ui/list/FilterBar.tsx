import Clear from '@mui/icons-material/Clear';
import { Box, Button, IconButton, Stack } from '@mui/material';
import { Children, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { useIsPhone } from '../page/useIsPhone';
import { Boundary } from '../page/Boundary';
import { later } from '../page/later';
import { FiltersAsChips, useFilterChange } from './FilterSelect';
import { SearchBox, useSearchText } from './SearchField';

// They come after the rows; without a network the list works without them.
const FilterSheet = later(() => import('./FilterSheet'));
const SavedFilters = later(async () => ({ default: (await import('./SavedFilters')).SavedFilters }));
const retryButton = (onRetry: () => void) => <Button onClick={onRetry}>{t('ui.tryAgain')}</Button>;

interface FilterBarProps {
  /** What the search box looks through; also its name. Without it there is none. */
  search?: string;
  /** The filters, those that matter most first: two stand in the line, the others in a sheet. */
  children?: ReactNode;
}

/** So many filters stand beside the search, where there is room for any. */
const inLine = 2;

/**
 * Search and filters of the list around in one line; they stand in the address, several at once. What is set in the
 * sheet stands below as chips.
 */
export function FilterBar({ search, children }: FilterBarProps) {
  const isPhone = useIsPhone();
  const list = useListContext();
  const { filterValues, setFilters } = list;
  const { typed, type, stop } = useFilterText();
  const filters = Children.toArray(children);
  const shown = isPhone ? [] : filters.slice(0, inLine);
  const others = filters.slice(shown.length);
  const active = Object.keys(filterValues).filter((name) => name !== 'q').length;
  const clear = () => {
    stop();
    setFilters({});
  };
  const clearButton = (active > 0 || typed !== '') && (
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
              onType={type}
              clearButton={
                typed !== '' && (
                  <IconButton
                    size="small"
                    edge="end"
                    aria-label={t('ui.clearSearch')}
                    onClick={() => type('')}
                  >
                    <Clear fontSize="small" />
                  </IconButton>
                )
              }
            />
          </Box>
        )}
        {shown}
        {others.length > 0 && (
          <Boundary renderFallback={retryButton}>
            <Suspense fallback={<Box sx={{ width: { xs: sizes.phoneTarget, sm: 106 } }} />}>
              <FilterSheet list={list} active={active} onChoose={stop}>
                {others}
                {clearButton}
              </FilterSheet>
            </Suspense>
          </Boundary>
        )}
        {others.length === 0 && (
          <Boundary renderFallback={retryButton}>
            <Suspense>
              <SavedFilters list={list} onChoose={stop} />
            </Suspense>
          </Boundary>
        )}
        {!isPhone && clearButton}
      </Stack>
      {others.length > 0 && active > 0 && (
        <FiltersAsChips value>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:not(:empty)': { mt: 1 } }}>{others}</Box>
        </FiltersAsChips>
      )}
    </Box>
  );
}

/** The text of the search box: at once in the box, a moment later in the filter of the list around. */
function useFilterText() {
  const { filterValues } = useListContext();
  const changeFilters = useFilterChange();
  const inFilter = String(filterValues['q'] ?? '');
  const sent = useRef(inFilter);
  const { setTyped, ...box } = useSearchText(inFilter, (text) => {
    sent.current = text;
    changeFilters(({ q: _, ...others }) => (text === '' ? others : { ...others, q: text }));
  });
  // The address changed without the box: back, forward, or "clear filters".
  useEffect(() => {
    if (inFilter === sent.current) return;
    sent.current = inFilter;
    setTyped(inFilter);
  }, [inFilter, setTyped]);
  return box;
}
