import { Checkbox } from '@mui/material';
import { createContext } from 'react';
import { type Identifier, type RaRecord, useListContext } from 'react-admin';
import { t } from '../../i18n/text';

/** Where records can be chosen: what one is called, and whether a phone is choosing now. */
export const ListChoice = createContext<{ nameOf: (record: RaRecord) => string; isChoosing: boolean } | null>(
  null,
);

/** A box that chooses a record of the list around. */
export function RecordChoice({ id, name }: { id: Identifier; name: string }) {
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

/** Chooses all records of the page, or none of them; those of other pages stay as they are. */
export function PageChoice() {
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
