import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Resume from '@mui/icons-material/RestartAltOutlined';
import Retire from '@mui/icons-material/PauseCircleOutlined';
import { Box, Button, Card, Chip, Stack, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  maxCategoryName,
  maxNoteCategories,
  type NoteCategory,
} from '../../../contract/families/behaviourNotes';
import { cleanName } from '../../../contract/rules/arabicText';
import { noteKindNames, noteKinds, type NoteKind } from '../../../contract/vocabulary';
import { ApiProblem } from '../../dataProvider/ApiProblem';
import { useApi } from '../../dataProvider/useApi';
import { noteLook, useNoteCategories } from '../../features/behaviour/NoteFacts';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { detailMessage } from '../../ui/page/problemMessage';

/** The categories that a teacher chooses for a behaviour note. */
export function NoteCategories() {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useNoteCategories();
  if (error && !data)
    return (
      <ErrorState title={t('behaviourCategories.failed')} error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <LoadingState shape="rows" />;
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <FormSection title={t('behaviourCategories.title')} text={t('behaviourCategories.text')}>
        <Stack sx={{ gridColumn: '1 / -1', gap: 1.5, alignItems: 'flex-start' }}>
          {noteKinds.map((kind) => (
            <CategoryNames key={kind} kind={kind} categories={data.filter((one) => one.kind === kind)} />
          ))}
          <Button variant="outlined" onClick={() => setIsOpen(true)}>
            {t('behaviourCategories.edit')}
          </Button>
        </Stack>
      </FormSection>
      {isOpen && <CategoriesDialog stored={data} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function CategoryNames({ kind, categories }: { kind: NoteKind; categories: readonly NoteCategory[] }) {
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 0.5 }}>
        {noteKindNames[kind]}
      </Typography>
      {categories.length === 0 ? (
        <SecondaryText>{t('behaviourCategories.none')}</SecondaryText>
      ) : (
        <Box component="ul" sx={chipsStyle}>
          {categories.map(({ id, name, is_active }) => (
            <li key={id}>
              <Chip
                variant="outlined"
                color={is_active ? noteLook(kind).color : 'default'}
                label={is_active ? name : t('behaviour.retired', { name })}
                sx={{ '& .MuiChip-label': { color: is_active ? 'text.primary' : 'text.secondary' } }}
              />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

const chipsStyle = { m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1 };

/** A new category has no id and no version. */
interface CategoryRow {
  key: string;
  id?: number;
  version?: number;
  name: string;
  kind: NoteKind;
  is_active: boolean;
  is_used: boolean;
}

const toRows = (stored: readonly NoteCategory[]): CategoryRow[] =>
  stored.map((one) => ({ key: String(one.id), ...one }));

/** Saves the whole list. If another user saved meanwhile, the dialog shows the stored list and says so. */
function useCategoriesSave(stored: readonly NoteCategory[], onClose: () => void) {
  const { behaviour } = useApi();
  const { notifyDone } = useNotices();
  const [loaded, setLoaded] = useState(stored);
  const [rows, setRows] = useState(() => toRows(stored));
  const [original, setOriginal] = useState(rows);
  const [isStale, setIsStale] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      const calls = await behaviour();
      const body = rows.map(({ key: _, is_used: _used, name, ...row }) => ({
        ...row,
        name: cleanName(name),
      }));
      return calls.saveCategories(body, loaded);
    },
    onSuccess: (answer) => {
      onClose();
      notifyDone(t('behaviourCategories.saved'), answer);
    },
    onError: async (problem) => {
      if (!(problem instanceof ApiProblem) || problem.code !== 'STALE') return;
      const current = await (await behaviour()).categories();
      const currentRows = toRows(current);
      setLoaded(current);
      setRows(currentRows);
      setOriginal(currentRows);
      setIsStale(true);
    },
  });
  return { rows, setRows, isDirty: rows !== original, isStale, saving };
}

interface CategoriesDialogProps {
  stored: readonly NoteCategory[];
  onClose: () => void;
}

function CategoriesDialog({ stored, onClose }: CategoriesDialogProps) {
  const { rows, setRows, isDirty, isStale, saving } = useCategoriesSave(stored, onClose);
  const [addedCount, setAddedCount] = useState(0);
  const problem = isStale
    ? t('behaviourCategories.stale')
    : saving.error && detailMessage(saving.error, t('behaviourCategories.notSaved'));
  const add = (kind: NoteKind) => {
    const row = { key: `new${addedCount}`, name: '', kind, is_active: true, is_used: false };
    setAddedCount(addedCount + 1);
    // The order of a kind stays together.
    const last = rows.findLastIndex((one) => one.kind === kind);
    setRows(rows.toSpliced(last === -1 ? rows.length : last + 1, 0, row));
  };
  return (
    <SubmitDialog
      title={t('behaviourCategories.title')}
      problem={problem}
      isDirty={isDirty}
      submitLabel={t('ui.save')}
      pendingLabel={t('ui.saving')}
      isPending={saving.isPending}
      isReady={isDirty && rows.every(({ name }) => cleanName(name) !== '')}
      hasCancel
      maxWidth="sm"
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      {noteKinds.map((kind) => (
        <Box key={kind} sx={{ display: 'grid', gap: 1.5 }}>
          <Typography component="h3" variant="body1" sx={{ fontWeight: 700 }}>
            {noteKindNames[kind]}
          </Typography>
          {rows
            .filter((row) => row.kind === kind)
            .map((row, index) => (
              <CategoryLine
                key={row.key}
                row={row}
                label={t('behaviourCategories.nameOf', { kind: noteKindNames[kind], number: index + 1 })}
                onChange={(changes) =>
                  setRows(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)))
                }
                onRemove={() => setRows(rows.filter((one) => one.key !== row.key))}
              />
            ))}
          <Button
            variant="outlined"
            startIcon={<Add />}
            disabled={rows.length >= maxNoteCategories}
            sx={{ justifySelf: 'start' }}
            onClick={() => add(kind)}
          >
            {t('behaviourCategories.add', { kind: noteKindNames[kind] })}
          </Button>
        </Box>
      ))}
      {rows.some(({ is_used }) => is_used) && (
        <SecondaryText variant="caption">{t('behaviourCategories.used')}</SecondaryText>
      )}
    </SubmitDialog>
  );
}

interface CategoryLineProps {
  row: CategoryRow;
  label: string;
  onChange: (changes: Partial<CategoryRow>) => void;
  onRemove: () => void;
}

function CategoryLine({ row, label, onChange, onRemove }: CategoryLineProps) {
  const { name, is_active, is_used, id } = row;
  const nameOrLabel = name || label;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <TextField
        label={label}
        value={name}
        required
        fullWidth
        autoFocus={id === undefined}
        helperText={is_active ? '' : t('behaviourCategories.retired')}
        onChange={({ target }) => onChange({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: maxCategoryName, autoComplete: 'off' } }}
      />
      {is_used ? (
        <IconAction
          title={t(is_active ? 'behaviourCategories.retire' : 'behaviourCategories.resume', {
            name: nameOrLabel,
          })}
          onClick={() => onChange({ is_active: !is_active })}
        >
          {is_active ? <Retire /> : <Resume />}
        </IconAction>
      ) : (
        <IconAction title={t('behaviourCategories.remove', { name: nameOrLabel })} onClick={onRemove}>
          <Delete />
        </IconAction>
      )}
    </Box>
  );
}
