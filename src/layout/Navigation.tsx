import {
  Box,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useOwnStudent } from '../dataProvider/useOwnStudent';
import { t } from '../i18n/text';
import { SecondaryText } from '../ui/page/SecondaryText';
import { useMenu } from './menu';

interface NavigationProps {
  isCollapsed: boolean;
  /** Called when an entry is chosen; closes the drawer on a phone. */
  onChoose?: () => void;
}

/** The menu entries of the role, with the current one marked. */
export function Navigation({ isCollapsed, onChoose }: NavigationProps) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', overflowX: 'hidden' }}>
      <Typography
        component="p"
        sx={{
          px: isCollapsed ? 0 : 3,
          py: 1.5,
          fontSize: '1.5rem',
          fontWeight: 800,
          color: 'primary.main',
          textAlign: isCollapsed ? 'center' : 'start',
        }}
      >
        {t('shell.product')}
      </Typography>
      {!isCollapsed && <StudentCard />}
      <List component="ul" sx={{ px: 1 }}>
        {useMenu().map(({ to, icon: Icon, label }) => {
          const isOpen = pathname === to || pathname.startsWith(`${to}/`);
          const name = translate(label, { smart_count: 2 });
          return (
            <ListItem key={to} disablePadding sx={{ mb: 0.5 }}>
              <Tooltip title={isCollapsed ? name : ''} placement="left">
                <ListItemButton
                  component={Link}
                  to={to}
                  onClick={onChoose}
                  selected={isOpen}
                  aria-current={isOpen ? 'page' : undefined}
                  aria-label={isCollapsed ? name : undefined}
                  sx={{
                    minHeight: 44,
                    borderRadius: 1,
                    justifyContent: isCollapsed ? 'center' : 'flex-start',
                    '&.Mui-selected': { color: 'primary.main', fontWeight: 700 },
                  }}
                >
                  <ListItemIcon sx={{ minWidth: isCollapsed ? 0 : 40, color: 'inherit' }}>
                    <Icon aria-hidden />
                  </ListItemIcon>
                  {!isCollapsed && (
                    <ListItemText primary={name} slotProps={{ primary: { sx: { fontWeight: 'inherit' } } }} />
                  )}
                </ListItemButton>
              </Tooltip>
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}

/** Full name and batch of the student signed in; nothing for others, or while no student is linked. */
function StudentCard() {
  const { student } = useOwnStudent();
  if (!student) return null;
  return (
    <Box sx={{ mx: 2, mb: 1, p: 1.5, borderRadius: 1.5, backgroundColor: (theme) => theme.colours.sunken }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{student.full_name}</Typography>
      {student.batch_name && (
        <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
          {t('shell.batchOf', { batch: student.batch_name })}
        </SecondaryText>
      )}
    </Box>
  );
}
