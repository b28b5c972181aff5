import { useEffectEvent, useLayoutEffect } from 'react';

/*
 * The browser's Back closes an open overlay. The first overlay pushes our own history entry with the URL of
 * the page. Back from this entry closes the top overlay, and the router does not see this step. When no
 * overlay is open, the entry is removed, or the next page replaces it. If an overlay stays open, for example
 * during a save, the entry stays too.
 */

interface Overlay {
  close: () => void;
}

const overlayMark = 'rasdOverlay';

/** React Router numbers its history entries with `idx`. */
type EntryState = { idx?: number } & Record<string, unknown>;

/** All open overlays of a window share one history entry. */
function createOverlayHistory(browser: Window) {
  const { history } = browser;
  const currentState = () => (history.state ?? {}) as EntryState;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const go = history.go.bind(history);

  let openOverlays: readonly Overlay[] = [];
  /** True if the current entry is our entry. */
  let isOnTop = false;
  /** True if our entry is the next entry: the user pressed Back, and no new entry replaced it. */
  let isAhead = false;
  let routerIndex = currentState().idx;
  /** Arguments of `replaceState` if the router replaced the page while our entry was the current one. */
  let replacedPage: Parameters<History['replaceState']> | null = null;
  /** Owner of the navigation in progress. */
  let step: 'ours' | 'routers' | null = null;
  /** The router's navigation, which waits for the end of our navigation. */
  let queuedStep: number | null = null;
  /** True if the router pushed a page during our step back. */
  let hasRouterPushed = false;

  const startStep = (owner: 'ours' | 'routers', delta: number) => {
    step = owner;
    go(delta);
  };

  /** Our entry must exist exactly while an overlay is open. */
  function syncEntry() {
    if (step || openOverlays.length > 0 === isOnTop) return;
    if (isOnTop) startStep('ours', -1);
    else if (isAhead) startStep('ours', 1);
    else {
      push({ ...currentState(), [overlayMark]: true }, '');
      isOnTop = true;
    }
  }
  // The call is deferred, because an overlay may close for another overlay or for a navigation.
  const syncEntrySoon = () => void setTimeout(syncEntry);

  function handlePopState(event: PopStateEvent) {
    const isOurStep = step === 'ours';
    const wasOnTop = isOnTop;
    step = null;
    isOnTop = overlayMark in currentState();
    if (hasRouterPushed) {
      event.stopImmediatePropagation();
      if (replacedPage) replace(...replacedPage);
      replacedPage = null;
      hasRouterPushed = false;
      startStep('ours', 1);
      return;
    }
    const isSamePage = currentState().idx === routerIndex;
    if (isSamePage && (isOurStep || wasOnTop !== isOnTop)) event.stopImmediatePropagation();
    routerIndex = currentState().idx;
    const isBack = isSamePage && wasOnTop && !isOnTop;
    isAhead = isBack && !replacedPage;
    if (isBack && replacedPage) replace(...replacedPage);
    if (!isOnTop) replacedPage = null;
    if (isBack && !isOurStep) openOverlays.at(-1)?.close();
    if (queuedStep === null) return syncEntrySoon();
    const delta = queuedStep;
    queuedStep = null;
    browser.history.go(delta);
  }

  history.pushState = (data: unknown, title, url) => {
    if (isOnTop) {
      replace(data, title, url);
      hasRouterPushed = step === 'ours';
      if (!hasRouterPushed) replacedPage = null;
      isOnTop = false;
    } else {
      push(data, title, url);
      // A push deletes the following entries, and so the target of our navigation.
      if (step === 'ours') step = queuedStep = null;
    }
    isAhead = false;
    routerIndex = currentState().idx;
    syncEntrySoon();
  };
  history.replaceState = (data: unknown, title, url) => {
    if (isOnTop) {
      replacedPage = [data, title, url];
      replace({ ...(data as object | null), [overlayMark]: true }, title, url);
    } else replace(data, title, url);
    isAhead = false;
    // Code outside the router, such as the redirect to sign-in, sets no `idx`.
    routerIndex = currentState().idx ?? routerIndex;
  };
  // Because of our entry, the previous page is one step further away than the router counts.
  history.go = (delta = 0) => {
    if (step === 'ours') queuedStep = delta;
    else startStep('routers', isOnTop && delta < 0 ? delta - 1 : delta);
  };

  // After a reload no overlay is open, but the history state still has the mark.
  if (overlayMark in currentState()) {
    const { [overlayMark]: _mark, ...page } = currentState();
    replace(page, '');
  }
  browser.addEventListener('popstate', handlePopState);

  /** Returns a function that closes the overlay. Back calls `close`, which may keep it open. */
  return (close: () => void): (() => void) => {
    const overlay = { close };
    openOverlays = [...openOverlays, overlay];
    // The call is not deferred, because the user may press Back immediately.
    syncEntry();
    return () => {
      openOverlays = openOverlays.filter((one) => one !== overlay);
      syncEntrySoon();
    };
  };
}

let current: { history: History; openOverlay: ReturnType<typeof createOverlayHistory> } | undefined;

/** Call it before the router is created, because `popstate` listeners run in registration order. */
export function prepareHistory(): ReturnType<typeof createOverlayHistory> {
  if (current?.history !== window.history)
    current = { history: window.history, openOverlay: createOverlayHistory(window) };
  return current.openOverlay;
}

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (isOpen ? prepareHistory()(() => close()) : undefined), [isOpen]);
}
