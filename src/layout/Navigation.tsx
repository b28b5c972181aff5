import {
  Box,
  Chip,
  Divider,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tooltip,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { useServerFeatures } from '../dataProvider/serverFeatures';
import { useApi } from '../dataProvider/useApi';
import { useOwnStudent } from '../dataProvider/useOwnStudent';
import { t } from '../i18n/text';
import { SecondaryText } from '../ui/page/SecondaryText';
import { type MenuEntry, useMenu } from './menu';

interface NavigationProps {
  isCollapsed: boolean;
  /** Called to close the drawer on a phone. */
  onChoose?: (() => void) | undefined;
}

export function Navigation({ isCollapsed, onChoose }: NavigationProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', overflowX: 'hidden' }}>
      <Typography
        component="p"
        sx={{
          px: isCollapsed ? 0 : 3,
          py: 0.75,
          fontSize: '1.5rem',
          fontWeight: 800,
          color: 'primary.main',
          textAlign: isCollapsed ? 'center' : 'start',
        }}
      >
        {t('shell.product')}
      </Typography>
      {useMenu().map(({ heading, entries }) => (
        <List
          key={heading}
          component="ul"
          aria-label={heading ? t(heading) : undefined}
          subheader={<Heading text={heading && t(heading)} isCollapsed={isCollapsed} />}
          sx={{ px: 1, py: 0 }}
        >
          {entries.map((entry) => (
            <Entry key={entry.to} {...entry} isCollapsed={isCollapsed} onChoose={onChoose} />
          ))}
        </List>
      ))}
      {!isCollapsed && <StudentCard />}
    </Box>
  );
}

/** Screen readers skip this heading, because the list has the same name. */
function Heading({ text, isCollapsed }: { text: string | null; isCollapsed: boolean }) {
  if (!text) return null;
  if (isCollapsed) return <Divider aria-hidden component="li" sx={{ my: 0.5, mx: 1 }} />;
  return (
    <Typography
      aria-hidden
      component="li"
      sx={{ px: 2, pt: 0.75, fontSize: '0.75rem', fontWeight: 700, color: 'text.secondary' }}
    >
      {text}
    </Typography>
  );
}

interface EntryProps extends MenuEntry, NavigationProps {}

function Entry({ to, icon: Icon, label, isCollapsed, onChoose }: EntryProps) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const isOpen = pathname === to || pathname.startsWith(`${to}/`);
  const name = translate(label, { smart_count: 2 });
  return (
    <ListItem disablePadding>
      <Tooltip title={isCollapsed ? name : ''} placement="left">
        <ListItemButton
          component={Link}
          to={to}
          onClick={onChoose}
          selected={isOpen}
          aria-current={isOpen ? 'page' : undefined}
          aria-label={isCollapsed ? name : undefined}
          sx={{
            py: 0,
            minHeight: 34,
            // All entries of an admin fit a small laptop.
            '@media (pointer: fine) and (max-height: 960px)': {
              minHeight: 26,
              '& svg': { fontSize: '1.25rem' },
            },
            '@media (pointer: coarse)': { minHeight: 44 },
            borderRadius: 1,
            justifyContent: isCollapsed ? 'center' : 'flex-start',
            '&.Mui-selected': { color: 'primary.main', fontWeight: 700 },
          }}
        >
          <ListItemIcon sx={{ minWidth: isCollapsed ? 0 : 40, color: 'inherit' }}>
            <Icon aria-hidden />
          </ListItemIcon>
          {!isCollapsed && (
            <ListItemText
              primary={name}
              slotProps={{ primary: { sx: { fontWeight: 'inherit', lineHeight: 1.4 } } }}
              sx={{ my: 0 }}
            />
          )}
          {to === '/excuses' && !isCollapsed && <OpenExcuseCount />}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}

/** The number of unanswered excuses in the navigation. Nothing is shown while it loads or without any. */
function OpenExcuseCount() {
  const { excuses } = useApi();
  const { isOurs } = useServerFeatures();
  const { data } = useQuery({
    queryKey: ['excuses', 'open count'],
    queryFn: async () => (await (await excuses()).page({ state: 'open', from: 0, size: 1 })).total,
    enabled: isOurs === true,
  });
  if (!data) return null;
  return (
    <Chip
      size="small"
      color="primary"
      label={data > 99 ? '+99' : data}
      aria-label={t('excuses.openCount', { smart_count: data })}
    />
  );
}

/** Shows the student of the current user. It loads after the menu entries, so it is the last entry. */
function StudentCard() {
  const { student } = useOwnStudent();
  if (!student) return null;
  return (
    <Box
      sx={{
        mx: 2,
        mt: 'auto',
        mb: 2,
        p: 1.5,
        borderRadius: 1.5,
        backgroundColor: (theme) => theme.colours.sunken,
      }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{student.full_name}</Typography>
      {student.batch_name && (
        <SecondaryText sx={{ overflowWrap: 'anywhere' }}>
          {t('shell.batchOf', { batch: student.batch_name })}
        </SecondaryText>
      )}
    </Box>
  );
}
