import { expect, type Page, type Request, type Route } from '@playwright/test';
import { isShown } from './accessible';

/** Which answer is released next: of the first request, or of the last one. */
export type Order = 'first' | 'last';

/**
 * Holds back all answers of the API and releases them one after the other. After each answer it compares the boxes of
 * what was on the screen. It waits for events of the page, so the result does not depend on the speed of the machine.
 */
export class HeldAnswers {
  /** API calls that wait for their release. */
  #pending: Route[] = [];
  readonly #loading = new Set<Request>();
  #onChange: () => void = () => undefined;

  private constructor(private readonly page: Page) {}

  static async of(page: Page): Promise<HeldAnswers> {
    const answers = new HeldAnswers(page);
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

  /** Opens an address and releases all answers. @returns what moved, with its cause, and the number of answers */
  async collectMoves(address: string, order: Order): Promise<{ moves: string[]; answers: number }> {
    await this.page.goto(address);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    const moves = await this.#compare();
    let answers = 0;
    for (;;) {
      await this.#waitForCallOrScreen();
      // A script that loads late may still change the screen or call the API.
      if (this.#pending.length === 0)
        for (const move of await this.#compare()) moves.push(`a script moves ${move}`);
      const route = order === 'first' ? this.#pending.shift() : this.#pending.pop();
      if (!route) return { moves, answers };
      answers += 1;
      await route.continue();
      for (const move of await this.#compare()) moves.push(`${nameOf(route.request())} moves ${move}`);
    }
  }

  /** Waits for the next call, or until the screen is complete. */
  async #waitForCallOrScreen(): Promise<void> {
    const nextCall = new Promise<void>((resolve) => {
      this.#onChange = () => {
        if (this.#pending.length > 0) resolve();
      };
      this.#onChange();
    });
    await Promise.race([nextCall, isShown(this.page)]);
  }

  /** Waits until nothing but pending calls is loading, then compares. */
  async #compare(): Promise<string[]> {
    const isPending = (request: Request) => this.#pending.some((route) => route.request() === request);
    while ([...this.#loading].some((request) => !isPending(request)))
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    return this.page.evaluate(compareBoxes);
  }
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return decodeURIComponent(pathname + search);
}

interface Box {
  top: number;
  /** The right edge: the app runs from right to left. */
  start: number;
  text: string;
}

/** Compares the boxes on the screen with those of the call before, in the page. @returns the elements that moved */
async function compareBoxes(): Promise<string[]> {
  await document.fonts.ready;
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const store = window as { shownBoxes?: Map<Element, Box> };
  const before = store.shownBoxes ?? new Map<Element, Box>();
  const now = new Map<Element, Box>();
  for (const element of document.body.querySelectorAll(':not(svg *)')) {
    const { top, bottom, left: leftEdge, right, width, height } = element.getBoundingClientRect();
    const isOnScreen = bottom > 0 && top < innerHeight && right > 0 && leftEdge < innerWidth;
    if (width > 0 && height > 0 && isOnScreen && element.checkVisibility({ visibilityProperty: true }))
      now.set(element, { top, start: right, text: ownText(element) });
  }
  store.shownBoxes = now;
  const moved = new Map<Element, string>();
  for (const [element, from] of before) {
    const to = placeNow(element, from);
    if (!to) continue;
    const [sideways, down] = [Math.round(to.start - from.start), Math.round(to.top - from.top)];
    if (Math.abs(to.start - from.start) <= 1 && Math.abs(to.top - from.top) <= 1) continue;
    moved.set(element, `by ${sideways}, ${down}`);
  }
  // What moved with its parent is not named again.
  return [...moved]
    .filter(([element, by]) => !element.parentElement || moved.get(element.parentElement) !== by)
    .map(
      ([element, by]) =>
        `${element.localName} «${(element.textContent || element.ariaLabel || element.className).slice(0, 40)}» ${by}`,
    );

  function ownText(element: Element) {
    return [...element.childNodes]
      .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
      .join('');
  }
  /** An element that was drawn anew is found by its text. */
  function placeNow(element: Element, { text }: Box): Pick<Box, 'top' | 'start'> | undefined {
    if (element.isConnected) {
      const { top, right, width } = element.getBoundingClientRect();
      return width > 0 ? { top, start: right } : undefined;
    }
    const isSame = ([other, box]: [Element, Box]) =>
      text.trim() !== '' && box.text === text && other.localName === element.localName;
    const [same, ...others] = [...now].filter(isSame);
    return others.length === 0 && [...before].filter(isSame).length === 1 ? same?.[1] : undefined;
  }
}
