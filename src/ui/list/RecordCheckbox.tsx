import { Checkbox } from '@mui/material';
import { createContext } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { t } from '../../i18n/text';

/** Null if records cannot be selected. `isSelecting` means that a phone is in the selection mode. */
export const ListSelection = createContext<{
  recordName: (record: RaRecord) => string;
  isSelecting: boolean;
} | null>(null);

export function RecordCheckbox({ id, name }: { id: Identifier; name: string }) {
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Checkbox
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': t('ui.choose', { name }) } }}
      sx={{ m: -1 }}
    />
  );
}

/** Selects or deselects all records of the page. Other pages keep their selection. */
export function PageCheckbox() {
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.map(({ id }) => id);
  const others = selectedIds.filter((id) => !ids.includes(id));
  const count = selectedIds.length - others.length;
  return (
    <Checkbox
      checked={count > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(_, isOn) => onSelect(isOn ? [...others, ...ids] : others)}
      slotProps={{ input: { 'aria-label': t('ui.choosePage') } }}
      sx={{ m: -1 }}
    />
  );
}
