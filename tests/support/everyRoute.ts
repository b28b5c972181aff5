import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { waitForScreen } from './accessible';

/** The four windows in which no figure may be cut. */
export const windows = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
] as const;

const listPattern = /^\/(programs|batches|subjects|students|users|archive|audit)$/;

/** Lists with so many rows that the longest names of the demo institute are among them. */
export const withManyRows = (route: string): string => {
  const [path = ''] = route.split('?');
  return listPattern.test(path) ? `${path}?perPage=100` : route;
};

/**
 * Paths of `src/App.tsx`: its routes, and a list for each resource.
 * The forms and pages of a resource have routes of their own in `routeAccess`.
 */
export function readAppRoutes(): string[] {
  const source = readFileSync('src/App.tsx', 'utf8');
  const routes = [...source.matchAll(/<Route path="([^"]+)" element={<(?!Navigate)/g)];
  const resources = [...source.matchAll(/<Resource {\.\.\.resources\.(\w+)}/g)];
  return [...routes.map(([, path = '']) => path), ...resources.map(([, name]) => `/${name}`)];
}

/** Matches a path against a pattern of the router. */
export function isCovered(pattern: string, paths: readonly string[]): boolean {
  const source = pattern.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
  return paths.some((path) => new RegExp(`^${source}$`).test(path));
}

/** Lines of the report for each route and window. */
const maxLines = 12;

/** @returns the cut figures of lists and tables in each of the four windows, with the width of the window */
export async function findCutFiguresInWindows(page: Page): Promise<string[]> {
  const cut: string[] = [];
  for (const size of windows) {
    await page.setViewportSize(size);
    await waitForScreen(page);
    const lines = await findCutFigures(page);
    const more = lines.length > maxLines ? [`and ${lines.length - maxLines} more`] : [];
    for (const line of [...lines.slice(0, maxLines), ...more]) cut.push(`${size.width} px: ${line}`);
  }
  await page.setViewportSize(windows[0]);
  await waitForScreen(page);
  return cut;
}

/**
 * An element that clips its content and contains a figure must be as wide as its content. The same holds for
 * the height of several lines. Elements that scroll are no cut.
 */
export const findCutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lists = 'table, [role="grid"], [role="table"], ul, ol, dl, [role="list"], [role="listbox"]';
    const figure = /[\d\u0660-\u0669]/;
    const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isForScreenReaders = ({ clientWidth, clientHeight }: Element) =>
      clientWidth <= 1 && clientHeight <= 1;
    const readText = (element: Element) =>
      element instanceof HTMLInputElement ? element.value : (element.textContent ?? '');
    const isCut = (element: Element) => {
      const { overflowX, overflowY, flexWrap } = getComputedStyle(element);
      if (element instanceof HTMLInputElement) return element.scrollWidth > element.clientWidth;
      return (
        (clips(overflowX) && element.scrollWidth > element.clientWidth) ||
        // Glyphs can exceed a line by a few pixels. A hidden line exceeds the box by more than 8 pixels.
        // Flex items that wrap are hidden as a whole, and each item is checked itself.
        (clips(overflowY) && flexWrap === 'nowrap' && element.scrollHeight > element.clientHeight + 8)
      );
    };
    const describe = (element: Element) =>
      `${element.localName}.${element.classList.item(element.classList.length - 1)} «${readText(element)
        .trim()
        .slice(
          0,
          60,
        )}» ${element.scrollWidth}×${element.scrollHeight} in ${element.clientWidth}×${element.clientHeight}`;
    const cut = new Set<string>();
    for (const list of document.querySelectorAll(`main :is(${lists})`))
      for (const element of [list, ...list.querySelectorAll('*')])
        if (
          element.clientWidth > 0 &&
          !isForScreenReaders(element) &&
          figure.test(readText(element)) &&
          element.checkVisibility({ visibilityProperty: true }) &&
          isCut(element)
        )
          cut.add(describe(element));
    return [...cut];
  });

/** Scrolls a page that is long enough. The next screen of `findOpeningFaults` must not keep the position. */
export const scrollFarDown = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.style.minHeight = '4000px';
    scrollTo(0, 1500);
  });

/** @returns what is wrong with a screen that opens after `scrollFarDown`, before the user acts */
export const findOpeningFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = scrollY === 0 ? [] : [`begins at ${scrollY} px`];
    document.body.style.minHeight = '';
    const { scrollHeight, clientHeight } = document.documentElement;
    const main = document.querySelector('main');
    const contentEnd = Math.max(
      0,
      ...[...(main?.children ?? [])].map((one) => one.getBoundingClientRect().bottom),
    );
    const padding = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0;
    const unusedHeight = main ? main.getBoundingClientRect().bottom - padding - contentEnd : 0;
    if (scrollHeight > clientHeight && unusedHeight > 1)
      faults.push(`is short and scrolls by ${scrollHeight - clientHeight} px`);
    const modals = '.MuiModal-root, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
    if (document.getElementById('root')?.closest('[aria-hidden], [inert]')) faults.push('the root is hidden');
    for (const modal of document.querySelectorAll(modals))
      if (!modal.closest('[hidden]')) faults.push(`has the modal ${modal.outerHTML.slice(0, 120)}`);
    return faults;
  });

/** @returns the tables whose purpose a screen reader does not announce */
export async function findUnnamedTables(page: Page): Promise<string[]> {
  const tables = page.locator('main').locator('table, [role="table"], [role="grid"]');
  const faults = await tables.evaluateAll((all) =>
    all.map((table) => {
      const ids = table.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const label = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
      const name = label || table.ariaLabel || table.querySelector('caption')?.textContent;
      return name?.trim() ? '' : `a table without a name: ${table.textContent?.slice(0, 60)}`;
    }),
  );
  return faults.filter((fault) => fault !== '');
}
