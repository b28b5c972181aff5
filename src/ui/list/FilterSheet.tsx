import FilterList from '@mui/icons-material/FilterList';
import { Badge, Button, Drawer, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/text';
import { useBackCloses } from '../page/overlays';
import { IconAction } from '../page/IconAction';
import { useIsPhone } from '../page/useIsPhone';
import { SavedFilters } from './SavedFilters';
import type { FilteredList } from './useSavedFilters';

interface FilterSheetProps {
  list: FilteredList;
  activeCount: number;
  onChoose: () => void;
  children: ReactNode;
}

/** A side panel for filters that do not fit in the bar. On a phone it is a bottom sheet. */
export default function FilterSheet({ list, activeCount, onChoose, children }: FilterSheetProps) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const [open, close] = [() => setIsOpen(true), () => setIsOpen(false)];
  useBackCloses(isOpen, close);
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
      <Drawer
        // "right" is the left edge, because MUI mirrors the layout.
        anchor={isPhone ? 'bottom' : 'right'}
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { role: 'dialog', 'aria-label': name, sx: { width: { sm: 360 } } } }}
      >
        <Stack spacing={2} sx={{ p: 2, '& > *': { width: '100% !important' } }}>
          <Typography variant="h2">{name}</Typography>
          {children}
          <SavedFilters
            list={list}
            onChoose={() => {
              // An open sheet would hide the toast and the list from screen readers.
              close();
              onChoose();
            }}
          />
          <Button variant="contained" onClick={close}>
            {t('ui.showResults')}
          </Button>
        </Stack>
      </Drawer>
    </>
  );
}
