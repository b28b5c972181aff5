import BarChart from '@mui/icons-material/BarChart';
import { Box, Button, GlobalStyles, Stack, type Theme, Typography } from '@mui/material';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { t } from '../../i18n/text';
import { sizes } from '../../theme/tokens';
import { IconAction } from './IconAction';
import { Tools } from './Tools';
import { useIsPhone } from './useIsPhone';

interface PageProps {
  title: string;
  subtitle?: ReactNode;
  /** The selected record or day. It is beside the title. A phone keeps it below the app bar during scrolling. */
  context?: ReactNode;
  /** If true, a low phone hides the context, because the work needs the height. */
  isContextOptional?: boolean;
  action?: ReactNode;
  /** The main action comes last. On a phone it floats in the middle of the bottom. */
  mainAction?: ReactNode;
  /** Secondary actions are beside the title, on a phone behind «⋯». */
  tools?: ReactNode;
  /** A `FigureStrip`. The app stores for each page whether it is folded. */
  figures?: ReactNode;
  /** A single figure stands beside the title instead of in a strip. */
  titleFigure?: ReactNode;
  isFolded?: boolean;
  cards?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}

/** The heading of the screen, which also names the table of a list. */
export const pageTitleId = 'page-title';

/** The phone's app bar shows the title in this element. Null on wide screens. */
export const TitleContainer = createContext<HTMLElement | null>(null);

export function Page({
  title,
  subtitle,
  context,
  isContextOptional = false,
  action,
  mainAction,
  tools,
  figures,
  titleFigure,
  isFolded: isFoldedByDefault = false,
  cards,
  filters,
  children,
}: PageProps) {
  const screen = useLocation().pathname.split('/')[1] ?? '';
  const [stored, setFolded] = useStore<boolean | null>(`figures.${screen}.isFolded`, null);
  const isFolded = stored ?? isFoldedByDefault;
  const isPhone = useIsPhone();
  const fold = {
    'aria-expanded': !isFolded,
    onClick: () => setFolded(!isFolded),
  };
  const foldLabel = t(isFolded ? 'ui.showFigures' : 'ui.hideFigures');
  // On a phone the context needs the space of the fold button.
  const isFoldInTools = isPhone && Boolean(context && figures);
  // CSS arranges one tree for every width, so that turning a phone keeps dialogs and typed text.
  return (
    <Box sx={{ ...frame, ...(mainAction && { pb: { xs: 10, sm: 0 } }) }}>
      {mainAction && <GlobalStyles styles={floatingActionHeight} />}
      <title>{`${title} · ${t('shell.product')}`}</title>
      <Box
        sx={{
          ...head,
          ...(context ? stickyHead : {}),
          ...(isContextOptional && { [lowPhone]: { display: 'contents' } }),
          alignItems: { xs: 'flex-start', sm: context ? 'center' : 'flex-start' },
        }}
      >
        {context && <GlobalStyles styles={stickyHeadSize} />}
        {isContextOptional && <GlobalStyles styles={noStickyHead} />}
        <Title title={title} figure={titleFigure} subtitle={subtitle} />
        {context && (
          <Box
            className="no-print"
            sx={{
              ...headItem,
              flex: { xs: '1 1 0', sm: '1 1 30rem' },
              ...(isContextOptional && { [lowPhone]: { display: 'none' } }),
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
            {(tools || isFoldInTools) && (
              <Tools>
                {isFoldInTools && (
                  <Button startIcon={<BarChart />} {...fold}>
                    {foldLabel}
                  </Button>
                )}
                {tools}
              </Tools>
            )}
            {action && <Box sx={wideActions}>{action}</Box>}
            {mainAction && <Box sx={floatingAction}>{mainAction}</Box>}
          </Box>
        )}
      </Box>
      {!isFolded && figures && <Box sx={fullWidth}>{figures}</Box>}
      {cards && <Box sx={fullWidth}>{cards}</Box>}
      {filters && (
        <Box className="no-print" sx={context ? { ...fullWidth, order: { xs: 1, sm: 0 } } : headItem}>
          {filters}
        </Box>
      )}
      <Stack sx={{ ...fullWidth, gap: { xs: 1.5, sm: 2 } }}>{children}</Stack>
    </Box>
  );
}

/** On a phone, search or context and the icons share one row. Other rows have the full width. */
const frame = {
  display: 'flex',
  flexDirection: { xs: 'row', sm: 'column' },
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: { xs: 'flex-start', sm: 'stretch' },
  columnGap: 0.5,
  rowGap: { xs: 1.5, sm: 2 },
  minWidth: 0,
} as const;

const topLine = { flex: { xs: '0 0 100%', sm: 'none' }, order: { xs: -3, sm: 0 } } as const;

const fullWidth = { flex: { xs: '0 0 100%', sm: 'none' }, order: { xs: 2, sm: 0 }, minWidth: 0 } as const;

const head = {
  display: { xs: 'contents', sm: 'flex' },
  justifyContent: 'space-between',
  flexWrap: { sm: 'wrap', lg: 'nowrap' },
  gap: 2,
} as const;

/** The head of a phone covers the whole width, so that rows scroll behind it. */
const stickyHead = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'wrap', lg: 'nowrap' },
  gap: { xs: 0.5, sm: 2 },
  position: { xs: 'sticky', sm: 'static' },
  top: sizes.topBar,
  zIndex: 3,
  flex: { xs: '0 0 auto', sm: 'none' },
  width: { xs: 'calc(100% + 32px)', sm: 'auto' },
  order: { xs: -1, sm: 0 },
  mx: { xs: -2, sm: 0 },
  mt: { xs: -1.5, sm: 0 },
  mb: { xs: -0.75, sm: 0 },
  px: { xs: 2, sm: 0 },
  py: { xs: 0.75, sm: 0 },
  backgroundColor: { xs: 'background.default', sm: 'transparent' },
  '@media print': { position: 'static' },
} as const;

/** Focused fields and opened rows scroll below the sticky head. Its margins are in this height. */
const stickyHeadSize = (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    ':root': { '--sticky-head': '56px' },
    // Added to the scroll margin of the content, which is the height of the bar.
    html: { scrollPaddingBlockStart: 'var(--sticky-head)' },
  },
});

const lowPhone = '@media (max-width: 599.95px) and (max-height: 700px)';
const noStickyHead = { [lowPhone]: { ':root': { '--sticky-head': '0px' } } };

const headItem = { flex: { xs: '1 1 0', sm: 'none' }, order: { xs: -1, sm: 0 }, minWidth: 0 } as const;

const actions = {
  display: { xs: 'contents', sm: 'flex' },
  gap: 1,
  flexShrink: { sm: 1, lg: 0 },
  minWidth: 0,
  flexWrap: 'wrap',
  alignItems: 'center',
} as const;

const wideActions = {
  ...fullWidth,
  order: { xs: -2, sm: 0 },
  display: { xs: 'flex', sm: 'contents' },
  flexWrap: 'wrap',
  gap: 1,
  '& > *': { flexGrow: { xs: 1, sm: 0 } },
} as const;

/** A toast stands above the button. `Toasts` reads the variable. */
const floatingActionHeight = { '@media (max-width: 599.95px)': { html: { '--bottom-height': '72px' } } };

/** The rows have their actions at their end, so the button is in the middle. */
const floatingAction = (theme: Theme) => ({
  display: 'contents',
  [theme.breakpoints.down('sm')]: {
    display: 'block',
    position: 'fixed',
    bottom: 16,
    insetInline: 0,
    width: 'fit-content',
    marginInline: 'auto',
    zIndex: 3,
    '& > .MuiButton-root': { minHeight: 56, px: 2.5, borderRadius: 4, boxShadow: 3 },
  },
});

interface TitleProps extends Pick<PageProps, 'title' | 'subtitle'> {
  figure: ReactNode;
}

function Title({ title, figure, subtitle }: TitleProps) {
  const container = useContext(TitleContainer);
  const subtitleLine = subtitle && (
    <Typography component="div" color="text.secondary" sx={topLine}>
      {subtitle}
    </Typography>
  );
  if (container)
    return (
      <>
        {createPortal(
          <>
            <Typography variant="h1" id={pageTitleId} tabIndex={-1} title={title} sx={barTitleStyle}>
              {title}
            </Typography>
            {figure && <Box sx={titleFigureStyle}>{figure}</Box>}
          </>,
          container,
        )}
        {/* Printed pages have no bar. */}
        <Typography
          variant="h1"
          component="p"
          sx={{ ...topLine, display: 'none', '@media print': { display: 'block' } }}
        >
          {title}
        </Typography>
        {subtitleLine}
      </>
    );
  return (
    <Box sx={{ minWidth: 0, maxWidth: { xs: '100%', lg: '45%' }, flexShrink: { lg: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
        <Typography variant="h1" id={pageTitleId} tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {figure && <Box sx={titleFigureStyle}>{figure}</Box>}
      </Box>
      {subtitleLine}
    </Box>
  );
}

const titleFigureStyle = {
  color: 'text.secondary',
  fontSize: { xs: '0.75rem', sm: '0.9375rem' },
  lineHeight: 1.3,
} as const;

const barTitleStyle = {
  fontSize: '1.0625rem',
  lineHeight: 1.35,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
} as const;
