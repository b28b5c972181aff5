import { styled } from '@mui/material/styles';
import { DataTable, useListContext, useRecordContext } from 'react-admin';
import { Isolated } from '../page/Isolated';

/** react-admin's table as it looks here: sticky head, no bulk selection, rows that are not links. */
export const ListTable = styled(DataTable)({
  '& .RaDataTable-headerCell': { position: 'sticky', top: 0, zIndex: 1 },
  '& .column-index, & .column-actions': { width: '1%', whiteSpace: 'nowrap' },
  '& .column-actions': { textAlign: 'end' },
}) as unknown as typeof DataTable;

/** The number of the row in the whole list, from 1. */
export function RowIndex() {
  const { data, page, perPage } = useListContext();
  const record = useRecordContext();
  const index = data?.findIndex(({ id }) => id === record?.id) ?? -1;
  return index < 0 ? null : <Isolated>{(page - 1) * perPage + index + 1}</Isolated>;
}
