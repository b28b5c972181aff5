import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { StudentRow } from '../../../contract/students';
import type { User } from '../../../contract/users';
import { roleLabels } from '../../../contract/vocabulary';
import { useText } from '../../i18n/useText';
import { RecordPicker } from '../../ui/form/RecordPicker';
import type { Linking } from './useLinking';

/** Active accounts of students and teachers that have no student. */
const free = { has_student: false, is_active: true, role: ['student', 'teacher'] };
const byName = { field: 'name', order: 'ASC' } as const;
const unseen = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' };

/** A student without an account, and the choice of one. */
export function UnlinkedStudent({ student, linking }: { student: StudentRow; linking: Linking }) {
  const t = useText();
  const [account, setAccount] = useState<User | null>(null);
  const { full_name: name, student_id, email } = student;
  const { link } = linking;
  const submit = () => {
    if (account && !link.isPending) link.mutate({ student, userId: account.id });
  };
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        <bdi className="figure">{student_id}</bdi> · {email ? <bdi>{email}</bdi> : t('links.noEmail')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RecordPicker<User>
            resource="users"
            label={
              <>
                {t('links.account')}
                <Box component="span" sx={unseen}>
                  {t('links.accountFor', { name })}
                </Box>
              </>
            }
            placeholder={t('links.chooseAccount')}
            optionText={(user) => user.name}
            optionNote={({ username, role }) => t('links.accountNote', { username, role: roleLabels[role] })}
            filter={free}
            sort={byName}
            value={account?.id ?? null}
            knownText={account?.name ?? null}
            onChange={setAccount}
          />
        </Box>
        <Button
          variant="contained"
          onClick={submit}
          disabled={account === null || link.isPending}
          aria-label={t('links.linkOf', { name })}
        >
          {t('links.link')}
        </Button>
      </Box>
    </Box>
  );
}
