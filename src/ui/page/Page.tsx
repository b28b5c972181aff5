import BarChart from '@mui/icons-material/BarChart';
import { Box, Button, Stack, type Theme, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { t } from '../../i18n/text';
import { IconAction } from './IconAction';
import { Tools } from './Tools';
import { useIsPhone } from './useIsPhone';

interface PageProps {
  title: string;
  /** One line that says what the page is for, where nothing below says it: lists have it in their empty state. */
  subtitle?: ReactNode;
  /** What the screen is about, and how that is changed: in the line of the title, on a phone below the bar. */
  context?: ReactNode;
  /** While one works on a phone there is no room for it; what is open or typed in it stays. */
  isContextHidden?: boolean;
  /** What can be done, at the far end. */
  action?: ReactNode;
  /** The one main action: after all others, on a phone floating above the end of the page. */
  mainAction?: ReactNode;
  /** Lesser actions: in the line of the title, on a phone behind «⋯». */
  tools?: ReactNode;
  /** A `FigureStrip`, which one tap folds away; that is remembered for each screen. */
  figures?: ReactNode;
  /** Whether the figures are folded until somebody has said otherwise. */
  isFolded?: boolean;
  /** On a phone folding is one of the lesser actions, where what is chosen, with its day, needs the room. */
  isFoldLesser?: boolean;
  /** Small equal figures over the content. */
  cards?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}

/** Where the title of a screen stands on a phone: in the bar at the top. Null where the screen has a line for it. */
export const TitlePlace = createContext<HTMLElement | null>(null);

/** The frame of every screen: one line of head; a strip of figures; filters; content. On a phone the bar has the title. */
export function Page({
  title,
  subtitle,
  context,
  isContextHidden = false,
  action,
  mainAction,
  tools,
  figures,
  isFolded: isFoldedAtFirst = false,
  isFoldLesser = false,
  cards,
  filters,
  children,
}: PageProps) {
  const screen = useLocation().pathname.split('/')[1] ?? '';
  const [stored, setFolded] = useStore<boolean | null>(`figures.${screen}.isFolded`, null);
  const isFolded = stored ?? isFoldedAtFirst;
  const isPhone = useIsPhone();
  const fold = {
    'aria-expanded': !isFolded,
    onClick: () => setFolded(!isFolded),
  };
  const foldLabel = t(isFolded ? 'ui.showFigures' : 'ui.hideFigures');
  const isFoldInTools = isPhone && isFoldLesser;
  // One tree for every width, placed by the style sheet: what is open or typed in it stays while a phone is turned, or
  // a page is printed.
  return (
    <Box sx={{ ...frame, ...(mainAction && { pb: { xs: 8, sm: 0 } }) }}>
      <title>{`${title} · ${t('shell.product')}`}</title>
      <Box sx={{ ...head, alignItems: context ? 'center' : 'flex-start' }}>
        <Title title={title} subtitle={subtitle} />
        {context && (
          <Box
            className="no-print"
            sx={{
              ...inHead,
              flex: { xs: '1 1 0', sm: '1 1 30rem' },
              ...(isContextHidden && { display: 'none' }),
            }}
          >
            {context}
          </Box>
        )}
        {(figures || tools || action || mainAction) && (
          <Box className="no-print" sx={actions}>
            {figures && !isFoldInTools && (
              <IconAction title={foldLabel} color={isFolded ? 'default' : 'primary'} {...fold}>
                <BarChart />
              </IconAction>
            )}
            {tools && (
              <Tools>
                {figures && isFoldInTools && (
                  <Button startIcon={<BarChart />} {...fold}>
                    {foldLabel}
                  </Button>
                )}
                {tools}
              </Tools>
            )}
            {action && <Box sx={wideAction}>{action}</Box>}
            {mainAction && <Box sx={floating}>{mainAction}</Box>}
          </Box>
        )}
      </Box>
      {!isFolded && figures && <Box sx={wide}>{figures}</Box>}
      {cards && <Box sx={wide}>{cards}</Box>}
      {filters && (
        <Box className="no-print" sx={context ? { ...wide, order: { xs: 1, sm: 0 } } : inHead}>
          {filters}
        </Box>
      )}
      <Stack sx={{ ...wide, gap: { xs: 1.5, sm: 2 } }}>{children}</Stack>
    </Box>
  );
}

/** On a phone a line of the search or of what is chosen, with the icons beside it, stands between lines as wide as all. */
const frame = {
  display: 'flex',
  flexDirection: { xs: 'row', sm: 'column' },
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: { xs: 'flex-start', sm: 'stretch' },
  columnGap: 0.5,
  rowGap: { xs: 1.5, sm: 2 },
  minWidth: 0,
} as const;

const overAll = { flex: { xs: '0 0 100%', sm: 'none' }, order: { xs: -3, sm: 0 } } as const;

const wide = { flex: { xs: '0 0 100%', sm: 'none' }, order: { xs: 2, sm: 0 }, minWidth: 0 } as const;

const head = {
  display: { xs: 'contents', sm: 'flex' },
  justifyContent: 'space-between',
  flexWrap: { sm: 'wrap', lg: 'nowrap' },
  gap: 2,
} as const;

const inHead = { flex: { xs: '1 1 0', sm: 'none' }, order: { xs: -1, sm: 0 }, minWidth: 0 } as const;

const actions = {
  display: { xs: 'contents', sm: 'flex' },
  gap: 1,
  flexShrink: { sm: 1, lg: 0 },
  minWidth: 0,
  flexWrap: 'wrap',
  alignItems: 'center',
} as const;

const wideAction = {
  ...wide,
  order: { xs: -2, sm: 0 },
  display: { xs: 'flex', sm: 'contents' },
  flexWrap: 'wrap',
  gap: 1,
  '& > *': { flexGrow: { xs: 1, sm: 0 } },
} as const;

/** In reach of the thumb, over the page, which ends with room for it. */
const floating = (theme: Theme) => ({
  display: 'contents',
  [theme.breakpoints.down('sm')]: {
    display: 'block',
    position: 'fixed',
    bottom: 16,
    insetInlineEnd: 16,
    zIndex: 3,
    '& > .MuiButton-root': { minHeight: 56, px: 2.5, borderRadius: 4, boxShadow: 3 },
  },
});

function Title({ title, subtitle }: Pick<PageProps, 'title' | 'subtitle'>) {
  const place = useContext(TitlePlace);
  const below = subtitle && (
    <Typography component="div" color="text.secondary" sx={overAll}>
      {subtitle}
    </Typography>
  );
  if (place)
    return (
      <>
        {createPortal(
          <Typography variant="h1" tabIndex={-1} title={title} sx={inBar}>
            {title}
          </Typography>,
          place,
        )}
        {/* Paper has no bar. */}
        <Typography
          variant="h1"
          component="p"
          sx={{ ...overAll, display: 'none', '@media print': { display: 'block' } }}
        >
          {title}
        </Typography>
        {below}
      </>
    );
  return (
    <Box sx={{ minWidth: 0, maxWidth: { xs: '100%', lg: '45%' }, flexShrink: { lg: 0 } }}>
      <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {below}
    </Box>
  );
}

const inBar = {
  fontSize: '1.0625rem',
  lineHeight: 1.35,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const;
