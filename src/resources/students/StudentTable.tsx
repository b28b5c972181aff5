import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { DataTable } from 'react-admin';
import type { StudentRow } from '../../../contract/students';
import { useServerFeatures } from '../../dataProvider/serverFeatures';
import { useText } from '../../i18n/useText';
import { RecordActions } from '../../ui/list/ListButtons';
import { ListTable } from '../../ui/list/ListContent';
import { RecordCard } from '../../ui/list/RecordCard';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';

const Column = DataTable.Col<StudentRow>;

export function StudentTable() {
  const t = useText();
  const { hasField } = useServerFeatures();
  const orNothing = (value: string | null | undefined) => value ?? t('ui.nothing');
  const figure = (value: string | null | undefined) =>
    value ? <Isolated>{value}</Isolated> : t('ui.nothing');
  return (
    <ListTable<StudentRow> renderActions={({ full_name }) => <RecordActions name={full_name} />} sx={compact}>
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

type Field = 'student_id' | 'national_id' | 'phone' | 'email' | 'program_name' | 'batch_name' | 'created_at';

/** A student on a phone: what is not known is left out; a tap calls or writes. */
export function StudentCard({ student, index }: { student: StudentRow; index: number }) {
  const t = useText();
  const {
    full_name: name,
    student_id,
    national_id,
    phone,
    email,
    program_name,
    batch_name,
    created_at,
  } = student;
  const fact = (field: Field, value: unknown, shown: ReactNode): [string, ReactNode][] =>
    value ? [[t(`resources.students.fields.${field}`), shown]] : [];
  return (
    <RecordCard
      title={name}
      aside={<Isolated>{index}</Isolated>}
      facts={[
        ...fact('student_id', student_id, <Isolated key="number">{student_id}</Isolated>),
        ...fact('national_id', national_id, <Isolated key="id">{national_id}</Isolated>),
        ...fact('phone', phone, <Isolated key="phone">{phone}</Isolated>),
        ...fact('email', email, <bdi key="email">{email}</bdi>),
        ...fact('program_name', program_name, program_name),
        ...fact('batch_name', batch_name, batch_name),
        ...fact('created_at', created_at, <BothDates key="created" value={created_at} />),
      ]}
      actions={
        <>
          {phone && (
            <IconButton color="primary" href={`tel:${phone}`} aria-label={t('students.callTo', { name })}>
              <Call fontSize="small" />
            </IconButton>
          )}
          {email && (
            <IconButton color="primary" href={`mailto:${email}`} aria-label={t('students.writeTo', { name })}>
              <Mail fontSize="small" />
            </IconButton>
          )}
          <Box sx={{ flex: 1 }} />
          <RecordActions name={name} />
        </>
      }
    />
  );
}
