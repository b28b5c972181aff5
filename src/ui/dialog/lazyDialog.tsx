import { Button, Card } from '@mui/material';
import {
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
} from 'react';
import { t } from '../../i18n/text';
import { Boundary } from '../page/Boundary';
import { lazyComponent, NotLoaded } from '../page/lazyComponent';
import { askAndLoadNewVersion } from '../page/newVersion';
import { useBackCloses } from '../page/overlays';
import { QuestionDialog } from './QuestionDialog';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Loads the dialog when it opens. A failure offers a retry or the new version. `close` replaces `onClose`. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: Load<Props>,
): (props: Props) => ReactNode;
export function lazyDialog<Props extends object>(
  load: Load<Props>,
  close: (props: Props) => void,
): (props: Props) => ReactNode;
export function lazyDialog<Props extends object>(
  load: Load<Props>,
  close = (props: Props) => (props as { onClose: () => void }).onClose(),
) {
  const Dialog = lazyComponent(load);
  return function LazyDialog(props: Props) {
    return (
      <Boundary
        renderFallback={(onRetry, problem) => (
          <NotLoadedDialog problem={problem} onRetry={onRetry} onClose={() => close(props)} />
        )}
      >
        <Suspense fallback={<Loading onClose={() => close(props)} />}>
          {createElement(Dialog, props)}
        </Suspense>
      </Boundary>
    );
  };
}

interface NotLoadedDialogProps {
  isOpen?: boolean;
  problem: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Errors of the loaded dialog are thrown again, because the boundary of the page shows them. */
export function NotLoadedDialog({ isOpen = true, problem, onRetry, onClose }: NotLoadedDialogProps) {
  if (!(problem instanceof NotLoaded)) throw problem;
  if (!isOpen) return null;
  const isOld = problem.newVersion !== null;
  return (
    <QuestionDialog
      title={t(isOld ? 'ui.newVersion' : 'ui.partFailed')}
      text={t(isOld ? 'ui.oldPart' : 'ui.checkNetwork')}
      onClose={onClose}
      answers={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <Button variant="contained" onClick={isOld ? askAndLoadNewVersion : onRetry} autoFocus>
            {t(isOld ? 'ui.takeNew' : 'ui.tryAgain')}
          </Button>
        </>
      }
    />
  );
}

/** The dialog appears after 300 ms, so that fast loading does not flicker. Escape and Back close it. */
function Loading({ onClose }: { onClose: () => void }) {
  useBackCloses(true, onClose);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
  return (
    <Card
      role="status"
      sx={{
        position: 'fixed',
        inset: 0,
        m: 'auto',
        width: 'fit-content',
        height: 'fit-content',
        p: 3,
        zIndex: 'modal',
        boxShadow: 6,
        '@keyframes appear': { to: { opacity: 1 } },
        opacity: 0,
        animation: 'appear 100ms 300ms forwards',
      }}
    >
      {t('ui.loading')}
    </Card>
  );
}
