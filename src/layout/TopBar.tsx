import Menu from '@mui/icons-material/Menu';
import MenuOpen from '@mui/icons-material/MenuOpen';
import Settings from '@mui/icons-material/SettingsOutlined';
import { Box } from '@mui/material';
import { t } from '../i18n/text';
import { mirrored } from '../theme/mirrored';
import { sizes } from '../theme/tokens';
import { IconAction } from '../ui/page/IconAction';
import { AccountMenu } from './AccountMenu';
import { NotificationBell } from './NotificationBell';
import { SearchBox } from './SearchBox';
import { UndoControl } from './UndoControl';

interface TopBarProps {
  isPhone: boolean;
  isNavigationOpen: boolean;
  onToggleNavigation: () => void;
}

export function TopBar({ isPhone, isNavigationOpen, onToggleNavigation }: TopBarProps) {
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
        gap: 1,
        px: { xs: 1, sm: 2 },
        backgroundColor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconAction title={label} aria-expanded={isNavigationOpen} onClick={onToggleNavigation}>
        {isNavigationOpen && !isPhone ? <MenuOpen sx={mirrored} /> : <Menu />}
      </IconAction>
      <Box
        sx={{ flex: 1, minWidth: 0, display: 'flex', justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
      >
        <SearchBox isPhone={isPhone} />
      </Box>
      <UndoControl />
      <NotificationBell />
      <IconAction title={t('shell.settings')} to="/settings">
        <Settings />
      </IconAction>
      <AccountMenu />
    </Box>
  );
}
