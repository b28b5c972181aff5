import Search from '@mui/icons-material/Search';
import { Box, Button, IconButton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../dataProvider/session';
import { useServerFeatures } from '../dataProvider/serverFeatures';
import { useApi } from '../dataProvider/useApi';
import { t } from '../i18n/text';
import { isDialogOpen, isShortcut } from '../ui/page/shortcut';
import { useWindowEvent } from '../ui/page/useWindowEvent';
import { lazyDialog } from '../ui/dialog/lazyDialog';

const SearchBoxDialog = lazyDialog(() => import('./SearchBoxDialog'));

export function SearchBox({ isPhone }: { isPhone: boolean }) {
  const canSearch = useCanSearch();
  const [isOpen, setIsOpen] = useState(false);
  useWindowEvent('keydown', (event) => {
    if (!canSearch || !isShortcut(event, 'k') || isDialogOpen()) return;
    event.preventDefault();
    setIsOpen(true);
  });
  if (!canSearch) return null;
  const open = () => setIsOpen(true);
  return (
    <>
      {isPhone ? (
        <IconButton aria-label={t('shell.search')} aria-haspopup="dialog" onClick={open}>
          <Search />
        </IconButton>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K"
          startIcon={<Search />}
          onClick={open}
          sx={{
            width: 'min(360px, 100%)',
            color: 'text.secondary',
            borderColor: (theme) => theme.colours.edge,
          }}
        >
          <Box component="span" sx={{ flex: 1, textAlign: 'start' }}>
            {t('shell.search')}
          </Box>
          <Box component="kbd" dir="ltr" aria-hidden sx={{ font: 'inherit' }}>
            {t('shell.searchShortcut')}
          </Box>
        </Button>
      )}
      {isOpen && <SearchBoxDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Another server may have no search. True until it has answered. */
function useCanSearch(): boolean {
  const { search } = useApi();
  const { isOurs } = useServerFeatures();
  const user = useSession()?.user;
  const { data } = useQuery({
    queryKey: ['search', user?.id, ''],
    queryFn: () => search(''),
    enabled: isOurs === false,
    // The features of a server do not change after a write, so this query runs once.
    staleTime: 'static',
    gcTime: Infinity,
  });
  return data !== null;
}
