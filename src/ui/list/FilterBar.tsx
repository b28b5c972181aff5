import Clear from '@mui/icons-material/Clear';
import FilterList from '@mui/icons-material/FilterList';
import { Badge, Box, Button, Drawer, IconButton, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { t } from '../../i18n/text';
import { useBackCloses } from '../dialog/overlays';
import { SecondaryText } from '../page/SecondaryText';
import { useIsPhone } from '../page/useIsPhone';
import { useFilterChange } from './FilterSelect';
import { SavedFilters } from './SavedFilters';
import { SearchBox, useSearchText } from './SearchField';

interface FilterBarProps {
  /** What the search box looks through; also its name. Without it there is none. */
  search?: string;
  children?: ReactNode;
}

/** Search and filters of the list around; they stand in the address, several at once. */
export function FilterBar({ search, children }: FilterBarProps) {
  const isPhone = useIsPhone();
  const list = useListContext();
  const { filterValues, setFilters } = list;
  const { typed, type, stop } = useFilterText();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  useBackCloses(isPhone && isSheetOpen, () => setIsSheetOpen(false));
  const active = Object.keys(filterValues).filter((name) => name !== 'q').length;
  const clear = () => {
    stop();
    setFilters({});
  };
  // The sheet would hide the toast and the list from screen readers.
  const choose = () => {
    stop();
    setIsSheetOpen(false);
  };
  const count = t('ui.filtersActive', { smart_count: active });
  const clearButton = (active > 0 || typed !== '') && (
    <Button onClick={clear} startIcon={<Clear />}>
      {t('ui.clearFilters')}
    </Button>
  );

  return (
    <Stack
      component="search"
      direction="row"
      sx={{ gap: 1, rowGap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}
    >
      {search !== undefined && (
        <Box sx={{ flex: '1 1 16rem', minWidth: 0 }}>
          <SearchBox
            label={search}
            typed={typed}
            onType={type}
            clearButton={
              typed !== '' && (
                <IconButton size="small" edge="end" aria-label={t('ui.clearSearch')} onClick={() => type('')}>
                  <Clear fontSize="small" />
                </IconButton>
              )
            }
          />
        </Box>
      )}
      {!isPhone && (
        <>
          {children}
          <SavedFilters list={list} onChoose={stop} />
          {active > 0 && <SecondaryText role="status">{count}</SecondaryText>}
          {clearButton}
        </>
      )}
      {isPhone && children && (
        <>
          <Badge badgeContent={active} color="primary">
            <Button
              variant="outlined"
              startIcon={<FilterList />}
              onClick={() => setIsSheetOpen(true)}
              aria-label={active > 0 ? `${t('ui.filters')}: ${count}` : t('ui.filters')}
            >
              {t('ui.filters')}
            </Button>
          </Badge>
          <Drawer
            anchor="bottom"
            open={isSheetOpen}
            onClose={() => setIsSheetOpen(false)}
            slotProps={{ paper: { 'aria-label': t('ui.filters') } }}
          >
            <Stack spacing={2} sx={{ p: 2, '& > *': { width: '100% !important' } }}>
              <Typography variant="h2">{t('ui.filters')}</Typography>
              {children}
              <SavedFilters list={list} onChoose={choose} />
              {clearButton}
              <Button variant="contained" onClick={() => setIsSheetOpen(false)}>
                {t('ui.showResults')}
              </Button>
            </Stack>
          </Drawer>
        </>
      )}
    </Stack>
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
