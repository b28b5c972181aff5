/** Inputs, codes to copy and other text that is not for reading keep their digits. */
const untouched =
  'input, textarea, select, code, pre, kbd, script, style, [data-own-digits], [contenteditable]:not([contenteditable="false"])';

/** The original text of a text node, and the text that it shows. */
const rewritten = new WeakMap<Text, { held: string; shown: string }>();

/**
 * Shows all figures below an element in Arabic-Indic digits, now and after each change, before the next paint. The
 * returned function stops it and restores the texts. Only text nodes change: React compares with what it wrote
 * itself, and inputs, records and exports are not affected (docs/adr/0008-digits.md).
 */
export function showArabicDigits(root: HTMLElement): () => void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) eachText(node, show);
    observer.takeRecords();
  });
  eachText(root, show);
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    eachText(root, putBack);
  };
}

function show(text: Text) {
  const held = text.data;
  if (rewritten.get(text)?.shown === held) return;
  const shown = inArabicDigits(held);
  if (shown === held) return;
  rewritten.set(text, { held, shown });
  text.data = shown;
}

function putBack(text: Text) {
  const known = rewritten.get(text);
  if (known?.shown === text.data) text.data = known.held;
  rewritten.delete(text);
}

function eachText(node: Node, change: (text: Text) => void) {
  const element = node instanceof Element ? node : node.parentElement;
  if (!element || element.closest(untouched)) return;
  if (node instanceof Text) {
    change(node);
    return;
  }
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (found) => {
    if (found instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return (found as Element).matches(untouched) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  while (walker.nextNode()) change(walker.currentNode as Text);
}

const arabicZero = 0x0660;
const percentSign = '\u066A';
const decimalSign = '\u066B';
const thousandsSign = '\u066C';

const latin = /[A-Za-z]/;
const number = /\d+(?:[.,]\d+)*%?/g;
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?%?$/;
const decimal = /^[\d,]+\.\d+%?$/;

/**
 * A text with Arabic-Indic digits and their signs for decimals, thousands and percent. A word with a Latin letter
 * does not change: a code, a file, an address.
 */
export const inArabicDigits = (text: string): string =>
  text.replace(/\S+/g, (word) => (latin.test(word) ? word : word.replace(number, inArabic)));

function inArabic(figure: string): string {
  const separated = thousands.test(figure) ? figure.replaceAll(',', thousandsSign) : figure;
  const signed = decimal.test(figure) ? separated.replace('.', decimalSign) : separated;
  return signed
    .replace('%', percentSign)
    .replace(/\d/g, (digit) => String.fromCodePoint(arabicZero + Number(digit)));
}
