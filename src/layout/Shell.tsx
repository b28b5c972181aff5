import { Box, Drawer, type Theme, useMediaQuery } from '@mui/material';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useStore } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { isRedirected } from '../dataProvider/access';
import { useSession } from '../dataProvider/session';
import { setStepUpPrompt } from '../dataProvider/stepUp';
import { t } from '../i18n/text';
import { sizes } from '../theme/tokens';
import { lazyDialog } from '../ui/dialog/lazyDialog';
import { Boundary } from '../ui/page/Boundary';
import { TitleContainer } from '../ui/page/Page';
import { SecondaryText } from '../ui/page/SecondaryText';
import { ErrorState, LoadingState } from '../ui/page/States';
import { lazyComponent, NotLoaded } from '../ui/page/lazyComponent';
import { loadNewVersionOnce } from '../ui/page/newVersion';
import { useBackCloses } from '../ui/page/overlays';
import { ErrorScreen } from './ErrorScreen';
import { Navigation } from './Navigation';
import { ScrollPositions } from './ScrollPositions';
import { StoredDataNotice } from './StoredDataNotice';
import { TopBar } from './TopBar';
import { LoadingEnd, ScreenLoaded } from './screenLoaded';

const KeysDialog = lazyComponent(() => import('./KeysDialog'));
const AppNotices = lazyComponent(() => import('./AppNotices'));
const TourBar = lazyComponent(() => import('./TourBar'));

/** If a component cannot be loaded, it is missing until another screen opens. */
const renderNothing = () => null;

const productVersion = '2.0';

/** The frame of every screen. If the user may not open a route, the dashboard opens. */
export function Shell({ children }: { children?: ReactNode }) {
  const user = useSession()?.user;
  const { pathname } = useLocation();
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [titleContainer, setTitleContainer] = useState<HTMLElement | null>(null);
  const [isCollapsed, setIsCollapsed] = useStore('menu.isCollapsed', false);
  const [isScreenLoaded, setIsScreenLoaded] = useState(false);
  const noteLoaded = useCallback(() => setIsScreenLoaded(true), []);
  useBackCloses(isPhone && isDrawerOpen, () => setIsDrawerOpen(false));
  if (user && isRedirected(user.role, pathname, user.section)) return <Navigate to="/dashboard" replace />;

  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', backgroundColor: 'background.default' }}>
      <SkipLink />
      {isPhone ? (
        // CSS mirrors the page, so "left" is the right edge.
        <Drawer
          anchor="left"
          open={isDrawerOpen}
          onClose={() => setIsDrawerOpen(false)}
          slotProps={{ paper: { 'aria-label': t('shell.navigation'), sx: { width: 280, maxWidth: '85vw' } } }}
        >
          <nav aria-label={t('shell.navigation')}>
            <Navigation isCollapsed={false} onChoose={() => setIsDrawerOpen(false)} />
          </nav>
        </Drawer>
      ) : (
        <Box
          component="nav"
          aria-label={t('shell.navigation')}
          sx={{
            position: 'sticky',
            top: 0,
            height: '100dvh',
            flexShrink: 0,
            width: isCollapsed ? sizes.navigationCollapsed : sizes.navigation,
            transition: (theme) => theme.transitions.create('width'),
            overflowY: 'auto',
            backgroundColor: 'background.paper',
            borderInlineEnd: 1,
            borderColor: 'divider',
          }}
        >
          <Navigation isCollapsed={isCollapsed} />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <ScreenLoaded value={isScreenLoaded}>
          <TopBar
            isPhone={isPhone}
            titleRef={setTitleContainer}
            isNavigationOpen={isPhone ? isDrawerOpen : !isCollapsed}
            onToggleNavigation={() => (isPhone ? setIsDrawerOpen(true) : setIsCollapsed(!isCollapsed))}
          />
        </ScreenLoaded>
        <Box
          component="main"
          id="main-content"
          tabIndex={-1}
          sx={{
            flex: 1,
            px: { xs: 2, xl: 3 },
            py: { xs: 1.5, sm: 2 },
            width: '100%',
            maxWidth: 1440,
            mx: 'auto',
            outline: 'none',
            // The focus and links inside of the screen must not scroll to a place behind the bar.
            '&, & *': { scrollMarginTop: `${sizes.topBar + 8}px` },
          }}
        >
          <StoredDataNotice />
          <Boundary renderFallback={renderNothing} resetKey={pathname}>
            <Suspense>
              {isScreenLoaded && <AppNotices />}
              {isScreenLoaded && <TourBar />}
            </Suspense>
          </Boundary>
          <Boundary
            renderFallback={(tryAgain, problem) => (
              <>
                {problem instanceof NotLoaded ? (
                  <ErrorState error={problem} onRetry={tryAgain} />
                ) : (
                  <ErrorScreen onRetry={tryAgain} />
                )}
                <LoadingEnd onLoaded={noteLoaded} />
              </>
            )}
            onError={loadNewVersionOnce}
            resetKey={pathname}
          >
            <TitleContainer value={titleContainer}>
              <Suspense fallback={<LoadingState shape={guessShape(pathname)} />}>
                {children}
                {!isScreenLoaded && <LoadingEnd onLoaded={noteLoaded} />}
              </Suspense>
            </TitleContainer>
          </Boundary>
        </Box>
        <Box
          component="footer"
          data-shell
          sx={{
            py: 1,
            textAlign: 'center',
            // Loading content would move the footer.
            'main:has(.MuiSkeleton-root) + &': { display: 'none' },
          }}
        >
          <SecondaryText variant="caption">{t('shell.version', { version: productVersion })}</SecondaryText>
        </Box>
      </Box>
      <StepUpQuestion />
      <Boundary renderFallback={renderNothing} resetKey={pathname}>
        <Suspense>{isScreenLoaded && <KeysDialog />}</Suspense>
      </Boundary>
      <ScrollPositions />
    </Box>
  );
}

/** Before the script of a screen arrives, its address tells its shape. */
const guessShape = (pathname: string) =>
  /(show|submit|view)$/.test(pathname)
    ? 'record'
    : /(create|settings|\d)$/.test(pathname)
      ? 'form'
      : /(board|cleanup)$/.test(pathname)
        ? 'cards'
        : 'list';

function SkipLink() {
  return (
    <Box
      component="a"
      href="#main-content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main-content')?.focus();
      }}
      sx={{
        position: 'fixed',
        insetInlineStart: 8,
        top: -100,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        color: 'primary.contrastText',
        backgroundColor: 'primary.main',
        '&:focus': { top: 8 },
      }}
    >
      {t('shell.skipToContent')}
    </Box>
  );
}

const StepUpDialog = lazyDialog(
  () => import('./StepUpDialog'),
  ({ onAnswer }) => onAnswer(false),
);

type ResolveStepUp = (isConfirmed: boolean) => void;

/** Asks for the password if a request needs the step-up. The request then continues. */
function StepUpQuestion() {
  const [resolveStepUp, setResolveStepUp] = useState<ResolveStepUp | null>(null);
  useEffect(() => setStepUpPrompt(() => new Promise((resolve) => setResolveStepUp(() => resolve))), []);
  // If the frame unmounts before the dialog closes, the request would otherwise wait for ever.
  useEffect(() => () => resolveStepUp?.(false), [resolveStepUp]);
  if (!resolveStepUp) return null;
  return (
    <StepUpDialog
      onAnswer={(isConfirmed) => {
        resolveStepUp(isConfirmed);
        setResolveStepUp(null);
      }}
    />
  );
}
