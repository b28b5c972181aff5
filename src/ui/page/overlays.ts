import { useEffectEvent, useLayoutEffect } from 'react';

/*
 * Back closes what lies over a page. The first overlay puts an entry of its own on top of the page's entry, with the
 * same address; going back from there closes the top overlay and is not told to the router. Once nothing is open the
 * entry is taken away again, and whatever the router puts there meanwhile takes its place, so that no entry is left
 * over. A dialog that stays (it is saving, or asks first) keeps the entry.
 */

interface Overlay {
  close: () => void;
}

const mark = 'rasdOverlay';

/** `idx`: the place of the entry, as the router counts. */
type EntryState = { idx?: number } & Record<string, unknown>;

/** Entries in the history of one window, one for each open overlay. */
function overlayEntries(browser: Window) {
  const { history } = browser;
  const stateNow = () => (history.state ?? {}) as EntryState;
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const go = history.go.bind(history);

  let open: readonly Overlay[] = [];
  /** The entry on top is ours. */
  let isOnTop = false;
  /** Ours lies before us: Back was pressed, and nothing came in its place. */
  let isAhead = false;
  /** Where the router believes to be. */
  let routerAt = stateNow().idx;
  /** What the router has put in place of the page while ours lay over it. */
  let replaced: Parameters<History['replaceState']> | null = null;
  /** A step through the history that is under way. */
  let step: 'ours' | 'routers' | null = null;
  /** A step of the router that waits for ours to arrive. */
  let next: number | null = null;
  /** The router went on from ours while our step back was under way. */
  let hasGoneOn = false;

  const begin = (whose: 'ours' | 'routers', by: number) => {
    step = whose;
    go(by);
  };

  /** Adds or removes one entry at a time, until there are as many as overlays are open. */
  function settle() {
    if (step || open.length > 0 === isOnTop) return;
    if (isOnTop) begin('ours', -1);
    else if (isAhead) begin('ours', 1);
    else {
      push({ ...stateNow(), [mark]: true }, '');
      isOnTop = true;
    }
  }
  // What closes for another one to open, or for a way elsewhere, is seen as a whole.
  const settleSoon = () => void setTimeout(settle);

  function arrive(event: PopStateEvent) {
    const isOurStep = step === 'ours';
    const wasOnTop = isOnTop;
    step = null;
    isOnTop = mark in stateNow();
    if (hasGoneOn) {
      event.stopImmediatePropagation();
      if (replaced) replace(...replaced);
      replaced = null;
      hasGoneOn = false;
      begin('ours', 1);
      return;
    }
    const isSamePage = stateNow().idx === routerAt;
    if (isSamePage && (isOurStep || wasOnTop !== isOnTop)) event.stopImmediatePropagation();
    routerAt = stateNow().idx;
    const isBack = isSamePage && wasOnTop && !isOnTop;
    isAhead = isBack && !replaced;
    if (isBack && replaced) replace(...replaced);
    if (!isOnTop) replaced = null;
    if (isBack && !isOurStep) open.at(-1)?.close();
    if (next === null) return settleSoon();
    const by = next;
    next = null;
    browser.history.go(by);
  }

  history.pushState = (data: unknown, title, url) => {
    if (isOnTop) {
      replace(data, title, url);
      hasGoneOn = step === 'ours';
      if (!hasGoneOn) replaced = null;
      isOnTop = false;
    } else {
      push(data, title, url);
      // What lay ahead is gone, and with it where our step would have led.
      if (step === 'ours') step = next = null;
    }
    isAhead = false;
    routerAt = stateNow().idx;
    settleSoon();
  };
  history.replaceState = (data: unknown, title, url) => {
    if (isOnTop) {
      replaced = [data, title, url];
      replace({ ...(data as object | null), [mark]: true }, title, url);
    } else replace(data, title, url);
    isAhead = false;
    // Who is not the router, as the way to the sign-in page, counts no places: the page stays where it was.
    routerAt = stateNow().idx ?? routerAt;
  };
  // The page is one step further away than the router believes.
  history.go = (by = 0) => {
    if (step === 'ours') next = by;
    else begin('routers', isOnTop && by < 0 ? by - 1 : by);
  };

  // Reloaded with something open: nothing is any more.
  if (mark in stateNow()) {
    const { [mark]: _mark, ...page } = stateNow();
    replace(page, '');
  }
  browser.addEventListener('popstate', arrive);

  /**
   * Something lies over the page from now on.
   * @param close is called when the person goes back; it may leave the overlay open
   * @returns to be called once it is closed
   */
  return (close: () => void): (() => void) => {
    const overlay = { close };
    open = [...open, overlay];
    // At once: Back pressed the moment a dialog shows must already find its entry.
    settle();
    return () => {
      open = open.filter((one) => one !== overlay);
      settleSoon();
    };
  };
}

let known: { history: History; add: ReturnType<typeof overlayEntries> } | undefined;

/** To be called before the router is made: steps through the history are told in the order of who asked to hear. */
export function prepareHistory(): ReturnType<typeof overlayEntries> {
  if (known?.history !== window.history) known = { history: window.history, add: overlayEntries(window) };
  return known.add;
}

/** While it is open, the browser's Back closes it and leaves the page where it is. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => (isOpen ? prepareHistory()(() => close()) : undefined), [isOpen]);
}
