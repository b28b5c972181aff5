import { Button, Drawer, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { t } from '../../i18n/text';
import { useBackCloses } from '../page/overlays';
import { useIsPhone } from '../page/useIsPhone';
import { SavedFilters } from './SavedFilters';
import type { FilteredList } from './useSavedFilters';

interface FilterSheetProps {
  isOpen: boolean;
  list: FilteredList;
  onChoose: () => void;
  onClose: () => void;
  /** Called after the closing animation. */
  onExited: () => void;
  children: ReactNode;
}

/** A side panel for filters that do not fit in the bar. On a phone it is a bottom sheet. */
export default function FilterSheet({
  isOpen,
  list,
  onChoose,
  onClose,
  onExited,
  children,
}: FilterSheetProps) {
  const isPhone = useIsPhone();
  useBackCloses(isOpen, onClose);
  const name = t('ui.filters');
  return (
    <Drawer
      // "right" is the left edge, because MUI mirrors the layout.
      anchor={isPhone ? 'bottom' : 'right'}
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': name, sx: { width: { sm: 360 } } },
        transition: { onExited },
      }}
    >
      <Stack spacing={2} sx={{ p: 2, '& > *': { width: '100% !important' } }}>
        <Typography variant="h2">{name}</Typography>
        {children}
        <SavedFilters
          list={list}
          onChoose={() => {
            // An open sheet would hide the toast and the list from screen readers.
            onClose();
            onChoose();
          }}
        />
        <Button variant="contained" onClick={onClose}>
          {t('ui.showResults')}
        </Button>
      </Stack>
    </Drawer>
  );
}
