import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/DeleteOutlined';
import Resume from '@mui/icons-material/RestartAltOutlined';
import Retire from '@mui/icons-material/PauseCircleOutlined';
import { Box, Button, Card, Chip, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import {
  maxCategoryName,
  maxNoteCategories,
  type NoteCategory,
} from '../../../contract/families/behaviourNotes';
import { cleanName } from '../../../contract/rules/arabicText';
import { noteKindNames, noteKinds, type NoteKind } from '../../../contract/vocabulary';
import { useApi } from '../../dataProvider/useApi';
import { noteLook, useNoteCategories } from '../../features/behaviour/NoteFacts';
import { t } from '../../i18n/text';
import { SubmitDialog } from '../../ui/dialog/FormDialog';
import { useNotices } from '../../ui/dialog/Toasts';
import { FormSection } from '../../ui/form/RecordForm';
import { ClashDialog } from '../../ui/form/StaleDialog';
import { IconAction } from '../../ui/page/IconAction';
import { SecondaryText } from '../../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../../ui/page/States';
import { detailMessage } from '../../ui/page/problemMessage';
import { useListSave } from './listSave';

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

type StoredRow = CategoryRow & { id: number; version: number };
const toRows = (stored: readonly NoteCategory[]): StoredRow[] =>
  stored.map((one) => ({ key: String(one.id), ...one }));
const toBody = ({ key: _, is_used: _used, name, ...row }: CategoryRow) => ({ ...row, name: cleanName(name) });

/** Returns a key that no category of the list has. Keys of stored ones are numbers. */
const newKey = (rows: readonly CategoryRow[]): string =>
  `new${Math.max(0, ...rows.map(({ key }) => Number(/^new(\d+)$/.exec(key)?.[1] ?? 0))) + 1}`;

interface CategoriesDialogProps {
  stored: readonly NoteCategory[];
  onClose: () => void;
}

function CategoriesDialog({ stored, onClose }: CategoriesDialogProps) {
  const { behaviour } = useApi();
  const { notifyDone } = useNotices();
  const { rows, setRows, isDirty, isPending, error, ...saving } = useListSave<
    CategoryRow,
    StoredRow,
    'name' | 'is_active'
  >({
    stored: toRows(stored),
    // Two users who change `is_active` agree, so only names clash.
    fields: ['name', 'is_active'],
    describe: ({ name }) => name,
    removedLabel: t('behaviourCategories.removed'),
    newKey,
    toNewRow: ({ id: _, version: _version, ...row }) => ({ ...row, is_used: false }),
    save: async (sent, loaded) => (await behaviour()).saveCategories(sent.map(toBody), loaded),
    load: async () => toRows(await (await behaviour()).categories()),
    onSaved: (answer) => {
      onClose();
      notifyDone(t('behaviourCategories.saved'), answer);
    },
  });
  const isFull = rows.filter(({ is_active }) => is_active).length >= maxNoteCategories;
  const add = (kind: NoteKind) => {
    const row = { key: newKey(rows), name: '', kind, is_active: true, is_used: false };
    // The order of a kind stays together.
    const last = rows.findLastIndex((one) => one.kind === kind);
    setRows(rows.toSpliced(last === -1 ? rows.length : last + 1, 0, row));
  };
  const labelOf = (rowKey: string) => {
    const kind = rows.find(({ key }) => key === rowKey)?.kind ?? 'praise';
    const number = rows.filter((row) => row.kind === kind).findIndex(({ key }) => key === rowKey) + 1;
    return t('behaviourCategories.nameOf', { kind: noteKindNames[kind], number });
  };
  return (
    <>
      <SubmitDialog
        title={t('behaviourCategories.title')}
        problem={error && detailMessage(error, t('behaviourCategories.notSaved'))}
        isDirty={isDirty}
        submitLabel={t('ui.save')}
        pendingLabel={t('ui.saving')}
        isPending={isPending}
        isReady={isDirty && rows.every(({ name }) => cleanName(name) !== '')}
        hasCancel
        maxWidth="sm"
        onSubmit={saving.save}
        onClose={onClose}
      >
        {noteKinds.map((kind) => (
          <Box key={kind} sx={{ display: 'grid', gap: 1.5 }}>
            <Typography component="h3" variant="body1" sx={{ fontWeight: 700 }}>
              {noteKindNames[kind]}
            </Typography>
            {rows
              .filter((row) => row.kind === kind)
              .map((row) => (
                <CategoryLine
                  key={row.key}
                  row={row}
                  isFull={isFull}
                  label={labelOf(row.key)}
                  onChange={(changes) =>
                    setRows(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)))
                  }
                  onRemove={() => setRows(rows.filter((one) => one.key !== row.key))}
                />
              ))}
            <Button
              variant="outlined"
              startIcon={<Add />}
              disabled={isFull}
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
      <ClashDialog
        clashes={saving.clashes}
        toField={({ key, field }) => ({ name: `${field} ${key}`, label: labelOf(key) })}
        isSaving={isPending}
        onResolve={saving.resolve}
        onClose={saving.postpone}
      />
    </>
  );
}

interface CategoryLineProps {
  row: CategoryRow;
  /** A retired category cannot be resumed. */
  isFull: boolean;
  label: string;
  onChange: (changes: Partial<CategoryRow>) => void;
  onRemove: () => void;
}

function CategoryLine({ row, isFull, label, onChange, onRemove }: CategoryLineProps) {
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
          disabled={!is_active && isFull}
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
