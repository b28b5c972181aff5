import Link from '@mui/icons-material/LinkOutlined';
import Unlink from '@mui/icons-material/LinkOff';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetMany } from 'react-admin';
import type { StudentRow } from '../../../contract/students/students';
import type { User } from '../../../contract/accounts/users';
import { roleLabels } from '../../../contract/vocabulary';
import { links as labels } from '../../i18n/ar/adminPages';
import { t } from '../../i18n/text';
import { RecordPicker } from '../../ui/form/RecordPicker';
import { RecordDetails } from '../../ui/list/RecordRow';
import { IconAction } from '../../ui/page/IconAction';
import { Isolated } from '../../ui/page/Isolated';
import { VisuallyHidden } from '../../ui/page/VisuallyHidden';
import { useIsPhone } from '../../ui/page/useIsPhone';
import type { Linking } from './useLinking';

export function LinkedStudents({ students, linking }: { students: readonly StudentRow[]; linking: Linking }) {
  const ids = students.flatMap(({ user_id }) => user_id ?? []);
  const { data, isPending } = useGetMany<User>('users', { ids }, { enabled: ids.length > 0 });
  const accounts = (data ?? []).filter(Boolean);
  return students.map((student) => {
    const account = accounts.find(({ id }) => id === student.user_id);
    const isLinkKnown = student.link_state !== undefined || !isPending;
    const link = linkedAccount(student, account);
    return (
      <LinkedStudent
        key={student.id}
        student={student}
        account={isLinkKnown ? link : { ...link, isBroken: false }}
        linking={linking}
      />
    );
  });
}

interface LinkedStudentProps {
  student: StudentRow;
  account: LinkedAccount;
  linking: Linking;
}

function LinkedStudent({ student, account, linking }: LinkedStudentProps) {
  const { full_name: name, student_id } = student;
  const { unlink } = linking;
  const isPhone = useIsPhone();
  const unlinkButton = {
    disabled: unlink.isPending,
    onClick: () => account.id !== null && unlink.mutate(account.id),
  };
  return (
    <Box component="li" sx={lineStyle}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.5 }}>{name}</Typography>
          {/* If the numbers differ, the warning below has the number in the account. */}
          <RecordDetails
            details={[
              <bdi key="account">{account.username ?? t('ui.nothing')}</bdi>,
              <Isolated key="number">{student_id}</Isolated>,
            ]}
          />
        </Box>
        {account.id !== null &&
          (isPhone ? (
            <IconAction
              title={labels.unlink}
              label={labels.unlinkOf(name)}
              color="error"
              sx={{ flexShrink: 0 }}
              {...unlinkButton}
            >
              <Unlink />
            </IconAction>
          ) : (
            <Button color="error" variant="outlined" aria-label={labels.unlinkOf(name)} {...unlinkButton}>
              {labels.unlink}
            </Button>
          ))}
      </Box>
      {account.isBroken && <BrokenLink student={student} account={account} />}
    </Box>
  );
}

/** Some servers store the link on both sides. Warns if the student and the account disagree. */
function BrokenLink({ student, account }: Omit<LinkedStudentProps, 'linking'>) {
  const { username, studentId } = account;
  return (
    <Alert severity="warning" sx={{ mt: 1 }}>
      <strong>{labels.broken}</strong>
      <br />
      {username === null
        ? labels.brokenUnknown
        : studentId === null || studentId === student.student_id
          ? labels.brokenNone(username)
          : labels.brokenNumber(username, studentId)}
    </Alert>
  );
}

/** The fields are null if the account is unknown. */
interface LinkedAccount {
  id: number | null;
  username: string | null;
  /** The academic number in the account. */
  studentId: string | null;
  isBroken: boolean;
}

type Account = Pick<User, 'id' | 'username' | 'student_id'>;

/** Uses the link fields of the student. If the server sends none, uses the fields of the account. */
function linkedAccount(student: StudentRow, account: Account | undefined): LinkedAccount {
  const { link_state, student_id, user_id = null } = student;
  const hasLinkFields = link_state !== undefined;
  return {
    id: user_id ?? account?.id ?? null,
    username: (hasLinkFields ? student.account_username : null) ?? account?.username ?? null,
    studentId: (hasLinkFields ? student.account_student_id : account?.student_id) ?? null,
    isBroken: !hasLinkFields && (user_id === null || account?.student_id !== student_id),
  };
}

/** Active accounts of students and teachers that have no student. */
const unlinkedAccounts = { has_student: false, is_active: true, role: ['student', 'teacher'] };
const byName = { field: 'name', order: 'ASC' } as const;

const lineStyle = { py: { xs: 0.75, sm: 1.5 }, borderTop: 1, borderColor: 'divider' } as const;

/** On a phone, a button opens the field, so that more students fit. */
export function UnlinkedStudent({ student, linking }: { student: StudentRow; linking: Linking }) {
  const [account, setAccount] = useState<User | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = useIsPhone();
  const { full_name: name, student_id, email } = student;
  const { link } = linking;
  const submit = () => {
    if (account && !link.isPending) link.mutate({ student, userId: account.id });
  };
  return (
    <Box component="li" sx={lineStyle}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, lineHeight: 1.5 }}>{name}</Typography>
          <RecordDetails
            details={[
              <Isolated key="number">{student_id}</Isolated>,
              email ? <bdi key="email">{email}</bdi> : labels.noEmail,
            ]}
          />
        </Box>
        {isPhone && (
          <IconAction
            title={labels.chooseAccount}
            label={`${labels.chooseAccount} ${labels.accountFor(name)}`}
            aria-expanded={isOpen}
            color="primary"
            onClick={() => setIsOpen(!isOpen)}
          >
            <Link />
          </IconAction>
        )}
      </Box>
      <Box sx={{ display: isPhone && !isOpen ? 'none' : 'flex', mt: 1.5, gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RecordPicker<User>
            resource="users"
            label={
              <>
                {labels.account}
                <VisuallyHidden component="span">{labels.accountFor(name)}</VisuallyHidden>
              </>
            }
            placeholder={labels.chooseAccount}
            optionText={(user) => user.name}
            optionNote={({ username, role }) => labels.accountNote(username, roleLabels[role])}
            filter={unlinkedAccounts}
            sort={byName}
            value={account?.id ?? null}
            valueText={account?.name ?? null}
            onChange={setAccount}
          />
        </Box>
        <Button
          variant="contained"
          onClick={submit}
          disabled={account === null || link.isPending}
          aria-label={labels.linkOf(name)}
        >
          {labels.link}
        </Button>
      </Box>
    </Box>
  );
}
