/** Inputs and codes keep their digits. */
const excludedSelector =
  'input, textarea, select, code, pre, kbd, script, style, [data-own-digits], [contenteditable]:not([contenteditable="false"])';

const rewrittenTexts = new WeakMap<Text, { original: string; displayed: string }>();

/**
 * Shows numbers in Arabic digits, now and after each change (docs/adr/0008-digits.md). Changes only text
 * nodes, which React, inputs and exports do not read. Returns a function that restores the texts.
 */
export function showArabicDigits(root: HTMLElement): () => void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes) forEachText(node, rewrite);
    observer.takeRecords();
  });
  forEachText(root, rewrite);
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    observer.disconnect();
    forEachText(root, restore);
  };
}

function rewrite(text: Text) {
  const original = text.data;
  if (rewrittenTexts.get(text)?.displayed === original) return;
  const displayed = toArabicDigits(original);
  if (displayed === original) return;
  rewrittenTexts.set(text, { original, displayed });
  text.data = displayed;
}

function restore(text: Text) {
  const rewritten = rewrittenTexts.get(text);
  if (rewritten?.displayed === text.data) text.data = rewritten.original;
  rewrittenTexts.delete(text);
}

function forEachText(node: Node, change: (text: Text) => void) {
  const element = node instanceof Element ? node : node.parentElement;
  if (!element || element.closest(excludedSelector)) return;
  if (node instanceof Text) {
    change(node);
    return;
  }
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (child) => {
    if (child instanceof Text) return NodeFilter.FILTER_ACCEPT;
    return (child as Element).matches(excludedSelector) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  while (walker.nextNode()) change(walker.currentNode as Text);
}

const arabicZero = 0x0660;
const percentSign = '\u066A';
const decimalSign = '\u066B';
const thousandsSign = '\u066C';

const latinLetter = /[A-Za-z]/;
const numberPattern = /\d+(?:[.,]\d+)*%?/g;
const thousandsPattern = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?%?$/;
const decimalPattern = /^[\d,]+\.\d+%?$/;

/** Words with a Latin letter keep their digits: codes, files, URLs. */
export const toArabicDigits = (text: string): string =>
  text.replace(/\S+/g, (word) =>
    latinLetter.test(word) ? word : word.replace(numberPattern, convertNumber),
  );

function convertNumber(number: string): string {
  const separated = thousandsPattern.test(number) ? number.replaceAll(',', thousandsSign) : number;
  const signed = decimalPattern.test(number) ? separated.replace('.', decimalSign) : separated;
  return signed
    .replace('%', percentSign)
    .replace(/\d/g, (digit) => String.fromCodePoint(arabicZero + Number(digit)));
}
