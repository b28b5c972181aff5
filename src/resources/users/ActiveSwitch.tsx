import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { useNotify, useUpdate } from 'react-admin';
import { useSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { sentenceOf } from '../../ui/page/sentenceOf';
import type { UserRow } from './userModel';

/** Whether an account may sign in; the own one stays as it is. */
export function ActiveSwitch({ user }: { user: UserRow }) {
  const t = useText();
  const notify = useNotify();
  const isOwn = useSession()?.user.id === user.id;
  const [update, { isPending }] = useUpdate<UserRow>();
  const toggle = (is_active: boolean) =>
    update(
      'users',
      { id: user.id, data: { is_active }, previousData: user },
      {
        mutationMode: 'pessimistic',
        onSuccess: () =>
          notify(t(is_active ? 'users.enabled' : 'users.disabledNow', { name: user.name }), {
            type: 'success',
          }),
        onError: (problem) => notify(sentenceOf(problem, t('users.failed')), { type: 'error' }),
      },
    );
  return (
    <Tooltip title={isOwn ? t('users.ownAccount') : ''}>
      <span>
        <Switch
          checked={user.is_active}
          disabled={isOwn || isPending}
          onChange={(_, isOn) => void toggle(isOn)}
          slotProps={{ input: { 'aria-label': t('users.activeOf', { name: user.name }), role: 'switch' } }}
        />
      </span>
    </Tooltip>
  );
}
