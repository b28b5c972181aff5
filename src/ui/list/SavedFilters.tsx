import Bookmark from '@mui/icons-material/Bookmark';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { useText } from '../../i18n/useText';
import { useBackCloses } from '../dialog/overlays';
import { SavedFiltersDialog } from './SavedFiltersDialog';
import { SavedFiltersList } from './SavedFiltersList';
import { type FilteredList, useSavedFilters } from './useSavedFilters';

interface SavedFiltersProps {
  list: FilteredList;
  /** A view was chosen, to be applied or deleted. */
  onChoose?: () => void;
}

/** The person's own views of a list, by name; nothing where the server keeps none. */
export function SavedFilters({ list, onChoose }: SavedFiltersProps) {
  const t = useText();
  const saved = useSavedFilters(list);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const { applied } = saved;
  useBackCloses(anchor !== null, () => setAnchor(null));
  if (!saved.isOffered) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={applied ? <Bookmark /> : <BookmarkBorder />}
        aria-label={applied ? t('savedFilters.appliedOf', { name: applied.name }) : t('savedFilters.title')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={applied ? { bgcolor: 'action.selected' } : {}}
      >
        <Box
          component="span"
          sx={{ maxWidth: 220, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {applied ? <bdi>{applied.name}</bdi> : t('savedFilters.title')}
        </Box>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        transformOrigin={{ vertical: 'top', horizontal: 'center' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('savedFilters.title'),
            sx: { width: 360, maxWidth: 'calc(100vw - 32px)', border: 1, borderColor: 'divider' },
          },
        }}
      >
        <SavedFiltersList
          saved={saved}
          onApply={(view) => {
            setAnchor(null);
            onChoose?.();
            saved.apply(view);
          }}
          onDelete={(view) => {
            // An open list would hide the toast from screen readers.
            setAnchor(null);
            onChoose?.();
            saved.remove(view);
          }}
          onSave={() => {
            setAnchor(null);
            saved.save.reset();
            setIsNaming(true);
          }}
        />
      </Popover>
      {isNaming && (
        <SavedFiltersDialog
          problem={saved.save.error}
          isPending={saved.save.isPending}
          onSave={(name) => saved.save.mutate(name, { onSuccess: () => setIsNaming(false) })}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}
