import BarChart from '@mui/icons-material/BarChart';
import { Box, Stack, Typography } from '@mui/material';
import { createContext, Fragment, lazy, type ReactNode, Suspense, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { IconAction } from './IconAction';
import { useIsPhone } from './useIsPhone';

/** For phones alone; without a network it stays away. */
const MoreTools = lazy(() => import('./MoreTools').catch(() => ({ default: () => <></> })));

interface PageProps {
  title: string;
  /** One line that says what the page is for, where nothing below says it: lists have it in their empty state. */
  subtitle?: ReactNode;
  /** What the screen is about, and how that is changed: in the line of the title, on a phone below the bar. */
  context?: ReactNode;
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
  action,
  mainAction,
  tools,
  figures,
  isFolded: isFoldedAtFirst = false,
  cards,
  filters,
  children,
}: PageProps) {
  const isPhone = useIsPhone();
  const screen = useLocation().pathname.split('/')[1] ?? '';
  const [stored, setFolded] = useStore<boolean | null>(`figures.${screen}.isFolded`, null);
  const isFolded = stored ?? isFoldedAtFirst;
  const fold = figures && (
    <IconAction
      title={t(isFolded ? 'ui.showFigures' : 'ui.hideFigures')}
      aria-expanded={!isFolded}
      color={isFolded ? 'default' : 'primary'}
      onClick={() => setFolded(!isFolded)}
    >
      <BarChart />
    </IconAction>
  );
  // The key keeps what is typed and opened below while a phone is turned, or a page is printed.
  const content = <Fragment key="content">{children}</Fragment>;
  const place = (what: ReactNode) => (
    <Box className="no-print" sx={{ flex: { xs: 1, sm: '1 1 24rem' }, minWidth: 0 }}>
      {what}
    </Box>
  );
  if (isPhone)
    return (
      <Stack spacing={1.5} sx={{ minWidth: 0, ...(mainAction && { pb: 8 }) }}>
        <title>{`${title} · ${t('shell.product')}`}</title>
        <Title title={title} subtitle={subtitle} />
        {action && (
          <Box
            className="no-print"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& > *': { flexGrow: 1 } }}
          >
            {action}
          </Box>
        )}
        {(context || filters || fold || tools) && (
          <Stack direction="row" className="no-print" sx={{ gap: 0.5, alignItems: 'flex-start' }}>
            {place(context || filters)}
            {fold}
            {tools && (
              <Suspense fallback={<Box sx={{ width: sizes.phoneTarget }} />}>
                <MoreTools>{tools}</MoreTools>
              </Suspense>
            )}
          </Stack>
        )}
        {context && filters && <div className="no-print">{filters}</div>}
        {!isFolded && figures}
        {cards}
        {content}
        {mainAction && (
          <Box className="no-print" sx={floating}>
            {mainAction}
          </Box>
        )}
      </Stack>
    );
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <title>{`${title} · ${t('shell.product')}`}</title>
      <Stack
        direction="row"
        sx={{
          justifyContent: 'space-between',
          alignItems: context ? 'center' : 'flex-start',
          flexWrap: { sm: 'wrap', lg: 'nowrap' },
          gap: 2,
        }}
      >
        <Title title={title} subtitle={subtitle} />
        {context && place(context)}
        {(action || tools || fold || mainAction) && (
          <Stack
            direction="row"
            className="no-print"
            sx={{ gap: 1, flexShrink: 0, flexWrap: 'wrap', alignItems: 'center' }}
          >
            {fold}
            {tools}
            {action}
            {mainAction}
          </Stack>
        )}
      </Stack>
      {!isFolded && figures}
      {cards}
      {filters && <div className="no-print">{filters}</div>}
      {content}
    </Stack>
  );
}

/** In reach of the thumb, over the page, which ends with room for it. */
const floating = {
  position: 'fixed',
  bottom: 16,
  insetInlineEnd: 16,
  zIndex: 3,
  '& > .MuiButton-root': { minHeight: 56, px: 2.5, borderRadius: 4, boxShadow: 3 },
} as const;

function Title({ title, subtitle }: Pick<PageProps, 'title' | 'subtitle'>) {
  const place = useContext(TitlePlace);
  const below = subtitle && <Typography color="text.secondary">{subtitle}</Typography>;
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
        <Typography variant="h1" component="p" sx={{ display: 'none', '@media print': { display: 'block' } }}>
          {title}
        </Typography>
        {below}
      </>
    );
  return (
    <Box sx={{ minWidth: 0, maxWidth: '100%' }}>
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
