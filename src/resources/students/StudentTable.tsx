import type { SxProps, Theme } from '@mui/material/styles';
import { DataTable } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { ListTable, RowIndex } from '../../ui/list/ListTable';
import { StudentActions } from './StudentActions';

const Column = DataTable.Col<StudentRow>;

export function StudentTable() {
  const t = useText();
  const { hasField } = useServerFeatures();
  const orNothing = (value: string | null | undefined) => value ?? t('ui.nothing');
  const figure = (value: string | null | undefined) =>
    value ? <Isolated>{value}</Isolated> : t('ui.nothing');
  return (
    <ListTable<StudentRow> bulkActionButtons={false} rowClick={false} sx={compact}>
      <Column source="index" label={t('ui.index')} disableSort>
        <RowIndex />
      </Column>
      <Column source="student_id" render={({ student_id }) => figure(student_id)} />
      <Column source="full_name" />
      <Column source="national_id" render={({ national_id }) => figure(national_id)} />
      <Column source="phone" disableSort render={({ phone }) => figure(phone)} />
      <Column source="program_name" disableSort render={({ program_name }) => orNothing(program_name)} />
      <Column source="batch_name" disableSort render={({ batch_name }) => orNothing(batch_name)} />
      <Column source="gender" disableSort render={({ gender }) => orNothing(gender)} />
      {hasField('students', 'created_at') && (
        <Column source="created_at" render={({ created_at }) => <BothDates value={created_at} />} />
      )}
      <Column
        source="actions"
        label={t('ui.actions')}
        disableSort
        render={(student) => <StudentActions student={student} />}
      />
    </ListTable>
  );
}

/** Ten columns: tighter than elsewhere, and the actions stay in sight while the rest is scrolled. */
const compact: SxProps<Theme> = {
  '& .MuiTableCell-root': { px: 1, fontSize: '0.875rem', lineHeight: 1.6 },
  '& .MuiTableCell-head': { whiteSpace: 'normal' },
  '& .column-full_name': { minWidth: 120 },
  '& .column-program_name, & .column-batch_name': { minWidth: 112 },
  '& .column-created_at': { whiteSpace: 'nowrap' },
  '& .column-actions': {
    position: 'sticky',
    insetInlineEnd: 0,
    backgroundColor: 'background.paper',
    boxShadow: (theme) => `inset 1px 0 0 ${theme.colours.hairline}`,
  },
  '& .MuiTableCell-head.column-actions': { zIndex: 2 },
  '& tbody tr:hover .column-actions': { backgroundColor: (theme) => theme.colours.sunken },
};
