import { expect, type Page, type Request, type Route } from '@playwright/test';
import { waitForScreen } from './accessible';

/** Whether the oldest or the newest request is answered next. */
export type Order = 'first' | 'last';

/**
 * Delays the answers of the API, releases them one by one, and compares the layout after each. It waits for
 * events, so the result does not depend on the speed of the machine.
 */
export class DelayedAnswers {
  #pending: Route[] = [];
  readonly #loading = new Set<Request>();
  #onChange: () => void = () => undefined;

  private constructor(private readonly page: Page) {}

  static async create(page: Page): Promise<DelayedAnswers> {
    const answers = new DelayedAnswers(page);
    await page.route('**/api/**', (route) => {
      answers.#pending.push(route);
      answers.#onChange();
    });
    page.on('request', (request) => answers.#loading.add(request));
    page.on('requestfinished', (request) => answers.#end(request));
    page.on('requestfailed', (request) => answers.#end(request));
    return answers;
  }

  #end(request: Request) {
    this.#loading.delete(request);
    // A request of the previous screen ends when the next screen opens.
    this.#pending = this.#pending.filter((route) => route.request() !== request);
    this.#onChange();
  }

  /** Opens an address and releases all answers. @returns one line per moved element, with the cause */
  async collectMoves(address: string, order: Order): Promise<{ moves: string[]; answers: number }> {
    await this.page.goto(address);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    const moves = await this.#compare();
    let answers = 0;
    for (;;) {
      await this.#waitForCallOrScreen();
      // A script that loads late can still change the screen or call the API.
      if (this.#pending.length === 0)
        for (const move of await this.#compare()) moves.push(`a script moves ${move}`);
      const route = order === 'first' ? this.#pending.shift() : this.#pending.pop();
      if (!route) return { moves, answers };
      answers += 1;
      await route.continue();
      for (const move of await this.#compare()) moves.push(`${formatRequest(route.request())} moves ${move}`);
    }
  }

  async #waitForCallOrScreen(): Promise<void> {
    const nextCall = new Promise<void>((resolve) => {
      this.#onChange = () => {
        if (this.#pending.length > 0) resolve();
      };
      this.#onChange();
    });
    await Promise.race([nextCall, waitForScreen(this.page)]);
  }

  /** Waits until only delayed requests are pending. */
  async #compare(): Promise<string[]> {
    const isPending = (request: Request) => this.#pending.some((route) => route.request() === request);
    while ([...this.#loading].some((request) => !isPending(request)))
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    return this.page.evaluate(compareBoxes);
  }
}

function formatRequest(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return decodeURIComponent(pathname + search);
}

interface Box {
  top: number;
  /** Right edge, because the app runs from right to left. */
  start: number;
  text: string;
}

/** Runs in the page. @returns the elements that moved since the last call */
async function compareBoxes(): Promise<string[]> {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const store = window as { shownBoxes?: Map<Element, Box> };
  const previousBoxes = store.shownBoxes ?? new Map<Element, Box>();
  const currentBoxes = new Map<Element, Box>();
  for (const element of document.body.querySelectorAll(':not(svg *)')) {
    const { top, bottom, left: leftEdge, right, width, height } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && leftEdge < innerWidth;
    if (width > 0 && height > 0 && isOnScreen && element.checkVisibility({ visibilityProperty: true }))
      currentBoxes.set(element, { top, start: right, text: readOwnText(element) });
  }
  store.shownBoxes = currentBoxes;
  const moved = new Map<Element, string>();
  for (const [element, previousBox] of previousBoxes) {
    const currentBox = findCurrentBox(element, previousBox);
    if (!currentBox) continue;
    const [sidewaysPx, downPx] = [
      Math.round(currentBox.start - previousBox.start),
      Math.round(currentBox.top - previousBox.top),
    ];
    if (
      Math.abs(currentBox.start - previousBox.start) <= 1 &&
      Math.abs(currentBox.top - previousBox.top) <= 1
    )
      continue;
    moved.set(element, `by ${sidewaysPx}, ${downPx}`);
  }
  // A child that moved with its parent is not listed.
  return [...moved]
    .filter(([element, distance]) => !element.parentElement || moved.get(element.parentElement) !== distance)
    .map(
      ([element, distance]) =>
        `${element.localName} «${(element.textContent || element.ariaLabel || element.className).slice(0, 40)}» ${distance}`,
    );

  function readOwnText(element: Element) {
    return [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
      .join('');
  }
  function findCurrentBox(element: Element, { text }: Box): Pick<Box, 'top' | 'start'> | undefined {
    if (element.isConnected) {
      const { top, right, width } = element.getBoundingClientRect();
      return width > 0 ? { top, start: right } : undefined;
    }
    const isEqual = ([candidate, box]: [Element, Box]) =>
      text.trim() !== '' && box.text === text && candidate.localName === element.localName;
    const [match, ...furtherMatches] = [...currentBoxes].filter(isEqual);
    return furtherMatches.length === 0 && [...previousBoxes].filter(isEqual).length === 1
      ? match?.[1]
      : undefined;
  }
}
