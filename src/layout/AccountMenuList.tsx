import Key from '@mui/icons-material/KeyOutlined';
import Logout from '@mui/icons-material/Logout';
import Settings from '@mui/icons-material/SettingsOutlined';
import { Divider, ListItemIcon, ListSubheader, Menu, MenuItem } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useLogout } from 'react-admin';
import { Link } from 'react-router';
import { hasUnfinishedImport } from '../dataProvider/importStore';
import { hasQueued } from '../dataProvider/outbox/userOutbox';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { chooseTheme, themeChoices, useThemeChoice } from '../theme/choice';
import { mirrored } from '../theme/mirrored';
import { useIsPhone } from '../ui/page/useIsPhone';
import { lazyDialog } from '../ui/dialog/lazyDialog';

const themeLabels = {
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
  system: 'shell.themeSystem',
} as const;

interface AccountMenuListProps {
  /** The button that it hangs below; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  onPassword: () => void;
}

/** What the own account offers: password, look, and the way out. */
export default function AccountMenuList({ anchor, onClose, onPassword }: AccountMenuListProps) {
  const { signOut, question } = useSignOut(useSession()?.user.id ?? 0);
  const chosen = useThemeChoice();
  // Elsewhere the bar has room for them.
  const hasSettings = useIsPhone();
  return (
    <>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        <MenuItem
          onClick={() => {
            onClose();
            onPassword();
          }}
        >
          <ListItemIcon>
            <Key fontSize="small" />
          </ListItemIcon>
          {t('shell.changePassword')}
        </MenuItem>
        {hasSettings && (
          <MenuItem component={Link} to="/settings" onClick={onClose}>
            <ListItemIcon>
              <Settings fontSize="small" />
            </ListItemIcon>
            {t('shell.settings')}
          </MenuItem>
        )}
        <Divider />
        <ListSubheader role="presentation" sx={{ lineHeight: 2.2, backgroundColor: 'transparent' }}>
          {t('shell.theme')}
        </ListSubheader>
        {themeChoices.map((choice) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={chosen === choice}
            selected={chosen === choice}
            onClick={() => chooseTheme(choice)}
          >
            {t(themeLabels[choice])}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem
          onClick={() => {
            onClose();
            void signOut();
          }}
        >
          <ListItemIcon>
            <Logout fontSize="small" sx={mirrored} />
          </ListItemIcon>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      {question}
    </>
  );
}

const SignOutQuestion = lazyDialog(
  () => import('./SignOutQuestion'),
  ({ onStay }) => onStay(),
);
const UnsentQuestion = lazyDialog(
  () => import('./UnsentQuestion'),
  ({ onStay }) => onStay(),
);

/** Signing out, and the question before it where something unfinished on this device would be lost. */
function useSignOut(userId: number): { signOut: () => Promise<void>; question: ReactNode } {
  const logout = useLogout();
  const [asked, setAsked] = useState<'unsent' | 'imports' | null>(null);
  const signOut = async () => {
    if (await hasQueued()) setAsked('unsent');
    else await leave();
  };
  const leave = async () => {
    // A device that keeps nothing has nothing to lose.
    if (await hasUnfinishedImport(userId).catch(() => false)) setAsked('imports');
    else await logout();
  };
  return {
    signOut,
    question:
      asked &&
      (asked === 'unsent' ? (
        <UnsentQuestion onStay={() => setAsked(null)} onLeave={() => void leave()} />
      ) : (
        <SignOutQuestion onStay={() => setAsked(null)} onLeave={() => void logout()} />
      )),
  };
}
