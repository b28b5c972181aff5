import Key from '@mui/icons-material/KeyOutlined';
import Logout from '@mui/icons-material/Logout';
import {
  Avatar,
  Box,
  Button,
  Divider,
  ListItemIcon,
  ListSubheader,
  Menu,
  MenuItem,
  Typography,
} from '@mui/material';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLogout } from 'react-admin';
import { hasUnfinishedImport } from '../dataProvider/importStore';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { chooseTheme, themeChoices, useThemeChoice } from '../theme/choice';
import { mirrored } from '../theme/mirrored';
import { useBackCloses } from '../ui/dialog/overlays';
import { SecondaryText } from '../ui/page/SecondaryText';

const themeLabels = {
  light: 'shell.themeLight',
  dark: 'shell.themeDark',
  system: 'shell.themeSystem',
} as const;

const OwnPasswordDialog = lazy(() => import('../ui/form/OwnPasswordDialog'));

/** The user card: who is signed in, own password, look, and the way out. */
export function AccountMenu() {
  const user = useSession()?.user;
  const { signOut, question } = useSignOut(user?.id ?? 0);
  const chosen = useThemeChoice();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isPasswordOpen, setIsPasswordOpen] = useState(false);
  const close = () => setAnchor(null);
  useBackCloses(anchor !== null, close);
  if (!user) return null;
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('shell.accountOf', { name: user.name })}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ gap: 1, minWidth: 44 }}
      >
        <Avatar
          sx={{
            width: 36,
            height: 36,
            fontSize: '1rem',
            fontWeight: 700,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {[...user.name.trim()][0]}
        </Avatar>
        <Box sx={{ display: { xs: 'none', sm: 'block' }, textAlign: 'start', lineHeight: 1.3 }}>
          <Typography component="span" sx={{ display: 'block', fontWeight: 600, lineHeight: 1.4 }}>
            {user.name}
          </Typography>
          <SecondaryText component="span" variant="caption" sx={{ display: 'block', lineHeight: 1.3 }}>
            {t(`shell.roles.${user.role}`)}
          </SecondaryText>
        </Box>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            setIsPasswordOpen(true);
          }}
        >
          <ListItemIcon>
            <Key fontSize="small" />
          </ListItemIcon>
          {t('shell.changePassword')}
        </MenuItem>
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
            close();
            void signOut();
          }}
        >
          <ListItemIcon>
            <Logout fontSize="small" sx={mirrored} />
          </ListItemIcon>
          {t('shell.signOut')}
        </MenuItem>
      </Menu>
      {isPasswordOpen && (
        <Suspense>
          <OwnPasswordDialog onClose={() => setIsPasswordOpen(false)} />
        </Suspense>
      )}
      {question}
    </>
  );
}

const SignOutQuestion = lazy(() => import('./SignOutQuestion'));

/** Signing out, and the question before it where something unfinished on this device would be lost. */
function useSignOut(userId: number): { signOut: () => Promise<void>; question: ReactNode } {
  const logout = useLogout();
  const [isAsking, setIsAsking] = useState(false);
  const signOut = async () => {
    // A device that keeps nothing has nothing to lose.
    if (await hasUnfinishedImport(userId).catch(() => false)) setIsAsking(true);
    else await logout();
  };
  return {
    signOut,
    question: isAsking && (
      <Suspense>
        <SignOutQuestion onStay={() => setIsAsking(false)} onLeave={() => void logout()} />
      </Suspense>
    ),
  };
}
