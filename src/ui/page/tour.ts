import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** A page of a tour. A save on the page leads to the next page. */
export interface TourPage {
  url: string;
  title: string;
  /** The number of the step, for the bar above the page. */
  label: string;
}

/** Not stored: after a reload the user starts again from the dashboard. */
let pages: readonly TourPage[] = [];
const listeners = new Set<() => void>();

/** The last page of the tour is the page that starts it. An empty list ends the tour. */
export function setTour(newPages: readonly TourPage[]): void {
  pages = newPages;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void) {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

interface Tour {
  current: TourPage | undefined;
  next: TourPage | undefined;
  /** All pages after the current one. */
  following: readonly TourPage[];
}

/** Both pages are undefined outside of a tour. */
export function useTour(): Tour {
  const { pathname } = useLocation();
  const tour = useSyncExternalStore(subscribe, () => pages);
  const index = tour.findIndex(({ url }) => url.split('?')[0] === pathname);
  const following = index === -1 ? [] : tour.slice(index + 1);
  const [next] = following;
  return { current: next && tour[index], next, following };
}
