import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import type { StudentRow } from '../../../contract/students';
import { useText } from '../../i18n/useText';
import { BothDates } from '../../ui/page/BothDates';
import { Isolated } from '../../ui/page/Isolated';
import { RecordCard } from '../../ui/list/RecordCard';
import { StudentActions } from './StudentActions';

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
          <StudentActions student={student} />
        </>
      }
    />
  );
}
