import Add from '@mui/icons-material/BookmarkAddOutlined';
import Check from '@mui/icons-material/Check';
import Delete from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { SavedFilter } from '../../../contract/savedFilters';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../page/sentenceOf';
import type { useSavedFilters } from './useSavedFilters';

interface SavedFiltersListProps {
  saved: ReturnType<typeof useSavedFilters>;
  onApply: (view: SavedFilter) => void;
  onDelete: (view: SavedFilter) => void;
  onSave: () => void;
}

/** The saved views, each with its way out, and the way in for the current one. */
export function SavedFiltersList({ saved, onApply, onDelete, onSave }: SavedFiltersListProps) {
  const t = useText();
  const { views, error, refetch, applied, hasFilter, removingId } = saved;
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="h3" component="h2">
          {t('savedFilters.title')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t('savedFilters.subtitle')}
        </Typography>
      </Box>
      {!views && !error && <Skeleton height={44} />}
      {Boolean(error) && (
        <Alert severity="error" action={<Button onClick={refetch}>{t('ui.tryAgain')}</Button>}>
          {sentenceOf(error, t('savedFilters.loadFailed'))}
        </Alert>
      )}
      {views?.length === 0 && <Typography>{t('savedFilters.empty')}</Typography>}
      {views && views.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {views.map((view) => (
            <View
              key={view.id}
              view={view}
              isApplied={view.id === applied?.id}
              isRemoving={view.id === removingId}
              onApply={() => onApply(view)}
              onDelete={() => onDelete(view)}
            />
          ))}
        </Box>
      )}
      <Button
        variant="contained"
        startIcon={<Add />}
        disabled={!hasFilter || applied !== null}
        onClick={onSave}
      >
        {t('savedFilters.saveCurrent')}
      </Button>
      {(!hasFilter || applied) && (
        <Typography variant="caption" color="text.secondary">
          {applied ? t('savedFilters.isSaved', { name: applied.name }) : t('savedFilters.nothingToSave')}
        </Typography>
      )}
    </Box>
  );
}

interface ViewProps {
  view: SavedFilter;
  isApplied: boolean;
  isRemoving: boolean;
  onApply: () => void;
  onDelete: () => void;
}

function View({ view: { name }, isApplied, isRemoving, onApply, onDelete }: ViewProps) {
  const t = useText();
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Button
        color="inherit"
        aria-pressed={isApplied}
        onClick={onApply}
        sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'start', gap: 1 }}
      >
        <Box component="bdi" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        {isApplied && (
          <Tooltip title={t('savedFilters.isApplied')}>
            <Check fontSize="small" color="primary" aria-hidden />
          </Tooltip>
        )}
      </Button>
      <Tooltip title={t('ui.delete')}>
        <span>
          <IconButton
            color="error"
            aria-label={t('ui.deleteOf', { name })}
            disabled={isRemoving}
            onClick={onDelete}
          >
            <Delete fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    </Box>
  );
}
