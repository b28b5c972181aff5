import { Avatar, Box, Button, Typography } from '@mui/material';
import { Suspense, useContext, useState } from 'react';
import { useSession } from '../dataProvider/session';
import { t } from '../i18n/text';
import { lazyDialog, NotLoadedDialog } from '../ui/dialog/lazyDialog';
import { Boundary } from '../ui/page/Boundary';
import { SecondaryText } from '../ui/page/SecondaryText';
import { lazyComponent } from '../ui/page/lazyComponent';
import { useBackCloses } from '../ui/page/overlays';
import { ScreenLoaded } from './screenLoaded';

const AccountMenuList = lazyComponent(() => import('./AccountMenuList'));
const OwnPasswordDialog = lazyDialog(() => import('../features/accounts/OwnPasswordDialog'));

export function AccountMenu() {
  const user = useSession()?.user;
  const isScreenLoaded = useContext(ScreenLoaded);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  /** The list stays after it closes, because it asks before a sign-out. */
  const [wasOpened, setWasOpened] = useState(false);
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
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWasOpened(true);
        }}
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
      <Boundary
        resetKey={String(anchor !== null)}
        renderFallback={(onRetry, problem) => (
          <NotLoadedDialog isOpen={anchor !== null} problem={problem} onRetry={onRetry} onClose={close} />
        )}
      >
        <Suspense>
          {(isScreenLoaded || wasOpened) && (
            <AccountMenuList anchor={anchor} onClose={close} onPassword={() => setIsPasswordOpen(true)} />
          )}
        </Suspense>
      </Boundary>
      {isPasswordOpen && <OwnPasswordDialog onClose={() => setIsPasswordOpen(false)} />}
    </>
  );
}
