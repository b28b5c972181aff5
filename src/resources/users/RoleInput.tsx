import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { RadioButtonGroupInput, required, useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type Role, roleLabels, roles } from '../../../contract/vocabulary';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import type { UserRow } from './userModel';

/** One of the three roles, and what the chosen one may do; nobody changes the own one. */
export function RoleInput() {
  const t = useText();
  const stored = useRecordContext<UserRow>();
  const ownId = useSession()?.user.id;
  const isOwn = stored !== undefined && stored.id === ownId;
  const role = useWatch({ name: 'role' }) as Role | undefined;
  return (
    <Box>
      <RadioButtonGroupInput
        source="role"
        choices={roles.map((id) => ({ id, name: roleLabels[id] }))}
        translateChoice={false}
        margin="none"
        helperText={isOwn ? t('users.ownRoleLocked') : false}
        readOnly={isOwn}
        validate={required('validation.required')}
      />
      {role && (
        <Typography variant="body2" color="text.secondary" role="status">
          {t(`users.rolesExplained.${role}`)}
        </Typography>
      )}
    </Box>
  );
}
