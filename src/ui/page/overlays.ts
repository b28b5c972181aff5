import { useEffectEvent, useLayoutEffect } from 'react';

/*
 * The browser's Back closes an overlay of the page. The first overlay pushes a history entry of our own, with the
 * address of the page. Going back from it closes the top overlay, and the router does not hear of that step. Once no
 * overlay is open, the entry is removed; a page that the router pushes meanwhile replaces it. An overlay that stays
 * open (it saves, or asks first) keeps the entry.
 */

interface Overlay {
  close: () => void;
}

const overlayMark = 'rasdOverlay';

/** `idx`: the index of the entry, as React Router counts. */
type EntryState = { idx?: number } & Record<string, unknown>;

/** The history entry of one window that open overlays share. */
function createOverlayHistory(browser: Window) {
  const { history } = browser;
  const currentState = () => (history.state ?? {}) as EntryState;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const go = history.go.bind(history);

  let openOverlays: readonly Overlay[] = [];
  /** The current entry is ours. */
  let isOnTop = false;
  /** Our entry is the next one forward: Back was pressed, and no new entry replaced it. */
  let isAhead = false;
  let routerIndex = currentState().idx;
  /** The page that the router set by `replaceState` while our entry was on top. */
  let replacedPage: Parameters<History['replaceState']> | null = null;
  /** The step through the history that is under way, by owner. */
  let step: 'ours' | 'routers' | null = null;
  /** A step of the router that waits until our own step has arrived. */
  let queuedStep: number | null = null;
  /** The router pushed a page over our entry while our step back was under way. */
  let hasRouterMovedOn = false;

  const startStep = (owner: 'ours' | 'routers', delta: number) => {
    step = owner;
    go(delta);
  };

  /** Adds or removes our entry, so that it exists exactly while an overlay is open. */
  function syncEntry() {
    if (step || openOverlays.length > 0 === isOnTop) return;
    if (isOnTop) startStep('ours', -1);
    else if (isAhead) startStep('ours', 1);
    else {
      push({ ...currentState(), [overlayMark]: true }, '');
      isOnTop = true;
    }
  }
  // Deferred: an overlay that closes for another overlay or a navigation needs no step.
  const syncEntrySoon = () => void setTimeout(syncEntry);

  function handlePopState(event: PopStateEvent) {
    const isOurStep = step === 'ours';
    const wasOnTop = isOnTop;
    step = null;
    isOnTop = overlayMark in currentState();
    if (hasRouterMovedOn) {
      event.stopImmediatePropagation();
      if (replacedPage) replace(...replacedPage);
      replacedPage = null;
      hasRouterMovedOn = false;
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
      hasRouterMovedOn = step === 'ours';
      if (!hasRouterMovedOn) replacedPage = null;
      isOnTop = false;
    } else {
      push(data, title, url);
      // A push deletes the entries ahead, and so the target of our step.
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
    // Code outside of the router, such as the redirect to sign-in, sets no `idx`: the index stays.
    routerIndex = currentState().idx ?? routerIndex;
  };
  // Our entry makes the page one step further away than the router counts.
  history.go = (delta = 0) => {
    if (step === 'ours') queuedStep = delta;
    else startStep('routers', isOnTop && delta < 0 ? delta - 1 : delta);
  };

  // After a reload no overlay is open, but the mark survives.
  if (overlayMark in currentState()) {
    const { [overlayMark]: _mark, ...page } = currentState();
    replace(page, '');
  }
  browser.addEventListener('popstate', handlePopState);

  /** Opens an overlay; returns the function that closes it. `close` runs on Back and may leave the overlay open. */
  return (close: () => void): (() => void) => {
    const overlay = { close };
    openOverlays = [...openOverlays, overlay];
    // Not deferred: Back may be pressed the moment a dialog appears.
    syncEntry();
    return () => {
      openOverlays = openOverlays.filter((one) => one !== overlay);
      syncEntrySoon();
    };
  };
}

let cached: { history: History; openOverlay: ReturnType<typeof createOverlayHistory> } | undefined;

/** Call it before the router is created: listeners of `popstate` run in the order of registration. */
export function prepareHistory(): ReturnType<typeof createOverlayHistory> {
  if (cached?.history !== window.history)
    cached = { history: window.history, openOverlay: createOverlayHistory(window) };
  return cached.openOverlay;
}

export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (isOpen ? prepareHistory()(() => close()) : undefined), [isOpen]);
}
