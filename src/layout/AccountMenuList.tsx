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
  /** The menu opens below this button. Null while the menu is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  onPassword: () => void;
}

export default function AccountMenuList({ anchor, onClose, onPassword }: AccountMenuListProps) {
  const { signOut, question } = useSignOut(useSession()?.user.id ?? 0);
  const currentChoice = useThemeChoice();
  // On a wider screen the top bar has the settings button.
  const hasSettings = useIsPhone();
  return (
    <>
      {/* The focus begins at the first entry, and not at the chosen theme. */}
      <Menu variant="menu" anchorEl={anchor} open={anchor !== null} onClose={onClose}>
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
            aria-checked={currentChoice === choice}
            selected={currentChoice === choice}
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

/** Asks first if a sign-out would lose queued writes or an unfinished import. */
function useSignOut(userId: number): { signOut: () => Promise<void>; question: ReactNode } {
  const logout = useLogout();
  const [openQuestion, setOpenQuestion] = useState<'unsent' | 'imports' | null>(null);
  const signOut = async () => {
    if (await hasQueued()) setOpenQuestion('unsent');
    else await continueSignOut();
  };
  const continueSignOut = async () => {
    // A device without storage has no unfinished import.
    if (await hasUnfinishedImport(userId).catch(() => false)) setOpenQuestion('imports');
    else await logout();
  };
  return {
    signOut,
    question:
      openQuestion &&
      (openQuestion === 'unsent' ? (
        <UnsentQuestion onStay={() => setOpenQuestion(null)} onLeave={() => void continueSignOut()} />
      ) : (
        <SignOutQuestion onStay={() => setOpenQuestion(null)} onLeave={() => void logout()} />
      )),
  };
}
