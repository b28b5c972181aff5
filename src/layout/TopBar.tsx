import Menu from '@mui/icons-material/Menu';
import MenuOpen from '@mui/icons-material/MenuOpen';
import Settings from '@mui/icons-material/SettingsOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import { Link } from 'react-router';
import { useText } from '../i18n/useText';
import { mirrored } from '../theme/mirrored';
import { sizes } from '../theme/tokens';
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
  const t = useText();
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
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-expanded={isNavigationOpen} onClick={onToggleNavigation}>
          {isNavigationOpen && !isPhone ? <MenuOpen sx={mirrored} /> : <Menu />}
        </IconButton>
      </Tooltip>
      <Box
        sx={{ flex: 1, minWidth: 0, display: 'flex', justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
      >
        <SearchBox isPhone={isPhone} />
      </Box>
      <UndoControl />
      <NotificationBell />
      <Tooltip title={t('shell.settings')}>
        <IconButton component={Link} to="/settings" aria-label={t('shell.settings')}>
          <Settings />
        </IconButton>
      </Tooltip>
      <AccountMenu />
    </Box>
  );
}
