import Menu from '@mui/icons-material/Menu';
import MenuOpen from '@mui/icons-material/MenuOpen';
import Settings from '@mui/icons-material/SettingsOutlined';
import { Box } from '@mui/material';
import { Suspense, useContext } from 'react';
import { useLocation } from 'react-router';
import { t } from '../i18n/text';
import { mirrored } from '../theme/mirrored';
import { sizes } from '../theme/tokens';
import { IconAction } from '../ui/page/IconAction';
import { useIsPhone } from '../ui/page/useIsPhone';
import { Boundary } from '../ui/page/Boundary';
import { lazyComponent } from '../ui/page/lazyComponent';
import { AccountMenu } from './AccountMenu';
import { NotificationBell } from './NotificationBell';
import { SearchBox } from './SearchBox';
import { UndoControl } from './UndoControl';
import { ScreenLoaded } from './screenLoaded';

/** If the button cannot be loaded, it is missing until another screen opens. */
const OutboxButton = lazyComponent(() => import('./OutboxButton'));

interface TopBarProps {
  /** On a phone, this element contains the title of the screen. */
  titleRef: (container: HTMLElement | null) => void;
  isPhone: boolean;
  isNavigationOpen: boolean;
  onToggleNavigation: () => void;
}

export function TopBar({ titleRef, isPhone, isNavigationOpen, onToggleNavigation }: TopBarProps) {
  const { pathname } = useLocation();
  const hasTitle = useIsPhone();
  const isScreenLoaded = useContext(ScreenLoaded);
  const label = isPhone
    ? t('shell.openNavigation')
    : isNavigationOpen
      ? t('shell.collapseNavigation')
      : t('shell.expandNavigation');
  return (
    <Box
      component="header"
      data-shell
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: sizes.topBar,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0, sm: 1 },
        px: { xs: 0.5, sm: 2 },
        backgroundColor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconAction title={label} aria-expanded={isNavigationOpen} onClick={onToggleNavigation}>
        {isNavigationOpen && !isPhone ? <MenuOpen sx={mirrored} /> : <Menu />}
      </IconAction>
      {hasTitle && <Box ref={titleRef} sx={{ flex: 1, minWidth: 0 }} />}
      <Box
        sx={{
          flex: { xs: 'none', sm: 1 },
          minWidth: 0,
          display: 'flex',
          justifyContent: { xs: 'flex-end', md: 'flex-start' },
        }}
      >
        <SearchBox isPhone={isPhone} />
      </Box>
      <Boundary renderFallback={() => null} resetKey={pathname}>
        <Suspense>{isScreenLoaded && <OutboxButton />}</Suspense>
      </Boundary>
      <UndoControl />
      <NotificationBell />
      {!hasTitle && (
        <IconAction title={t('shell.settings')} to="/settings">
          <Settings />
        </IconAction>
      )}
      <AccountMenu />
    </Box>
  );
}
