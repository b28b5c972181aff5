import Bookmark from '@mui/icons-material/Bookmark';
import Add from '@mui/icons-material/BookmarkAddOutlined';
import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Check from '@mui/icons-material/Check';
import { Alert, Box, Button, Skeleton, TextField, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';
import type { SavedFilter } from '../../../contract/savedFilters';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../dialog/FormDialog';
import { ListPopover } from '../page/ListPopover';
import { DeleteAction } from '../page/IconAction';
import { SecondaryText } from '../page/SecondaryText';
import { problemMessage } from '../page/problemMessage';
import { type FilteredList, useSavedFilters } from './useSavedFilters';

interface SavedFiltersProps {
  list: FilteredList;
  onChoose?: () => void;
}

/** Renders nothing if the server stores no views. */
export function SavedFilters({ list, onChoose }: SavedFiltersProps) {
  const savedFilters = useSavedFilters(list);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const { applied } = savedFilters;
  if (!savedFilters.isOffered) return null;
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
      <ListPopover
        title={t('savedFilters.title')}
        anchor={anchor}
        width={360}
        onClose={() => setAnchor(null)}
      >
        <SavedFiltersList
          saved={savedFilters}
          onApply={(view) => {
            setAnchor(null);
            onChoose?.();
            savedFilters.apply(view);
          }}
          onDelete={(view) => {
            // An open list would hide the toast from screen readers.
            setAnchor(null);
            onChoose?.();
            savedFilters.remove(view);
          }}
          onSave={() => {
            setAnchor(null);
            savedFilters.save.reset();
            setIsNaming(true);
          }}
        />
      </ListPopover>
      {isNaming && (
        <SavedFiltersDialog
          problem={savedFilters.save.error}
          isPending={savedFilters.save.isPending}
          onSave={(name) =>
            savedFilters.save.mutate(name, {
              onSuccess: () => {
                setIsNaming(false);
                onChoose?.();
              },
            })
          }
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  );
}

const maxNameLength = 60;

interface SavedFiltersDialogProps {
  problem: unknown;
  isPending: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

function SavedFiltersDialog({ problem, isPending, onSave, onClose }: SavedFiltersDialogProps) {
  const [name, setName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const nameProblem =
    problem instanceof ApiProblem ? problem.details.find(({ path }) => path === 'name') : undefined;
  const refusal = problem
    ? (nameProblem?.message ?? problemMessage(problem, t('savedFilters.saveFailed')))
    : '';
  const errorText = isMissing ? t('validation.required') : refusal;
  const submit = () => {
    const trimmed = name.trim();
    setIsMissing(trimmed === '');
    if (trimmed !== '') onSave(trimmed);
  };
  return (
    <SubmitDialog
      title={t('savedFilters.dialogTitle')}
      isDirty={name.trim() !== ''}
      submitLabel={t('ui.save')}
      pendingLabel={t('ui.saving')}
      isPending={isPending}
      hasCancel
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography color="text.secondary">{t('savedFilters.dialogText')}</Typography>
      <TextField
        label={t('savedFilters.name')}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setIsMissing(false);
        }}
        required
        autoFocus
        error={errorText !== ''}
        helperText={errorText}
        slotProps={{ htmlInput: { maxLength: maxNameLength }, formHelperText: { role: 'alert' } }}
      />
    </SubmitDialog>
  );
}

interface SavedFiltersListProps {
  saved: ReturnType<typeof useSavedFilters>;
  onApply: (view: SavedFilter) => void;
  onDelete: (view: SavedFilter) => void;
  onSave: () => void;
}

function SavedFiltersList({ saved, onApply, onDelete, onSave }: SavedFiltersListProps) {
  const { views, error, refetch, applied, hasFilter, removingId } = saved;
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="h3" component="h2">
          {t('savedFilters.title')}
        </Typography>
        <SecondaryText>{t('savedFilters.subtitle')}</SecondaryText>
      </Box>
      {!views && !error && <Skeleton height={44} />}
      {Boolean(error) && (
        <Alert severity="error" action={<Button onClick={refetch}>{t('ui.tryAgain')}</Button>}>
          {problemMessage(error, t('savedFilters.loadFailed'))}
        </Alert>
      )}
      {views?.length === 0 && <Typography>{t('savedFilters.empty')}</Typography>}
      {views && views.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {views.map((view) => (
            <SavedView
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
        <SecondaryText variant="caption">
          {applied ? t('savedFilters.isSaved', { name: applied.name }) : t('savedFilters.nothingToSave')}
        </SecondaryText>
      )}
    </Box>
  );
}

interface SavedViewProps {
  view: SavedFilter;
  isApplied: boolean;
  isRemoving: boolean;
  onApply: () => void;
  onDelete: () => void;
}

function SavedView({ view: { name }, isApplied, isRemoving, onApply, onDelete }: SavedViewProps) {
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
      <DeleteAction label={t('ui.deleteOf', { name })} disabled={isRemoving} onClick={onDelete} />
    </Box>
  );
}
