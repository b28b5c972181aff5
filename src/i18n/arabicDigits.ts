const arabicZero = 0x0660;
const percentSign = '\u066A';
const decimalSign = '\u066B';
const thousandsSign = '\u066C';

const latin = /[A-Za-z]/;
const number = /\d+(?:[.,]\d+)*%?/g;
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?%?$/;
const decimal = /^[\d,]+\.\d+%?$/;

/**
 * A text with its figures in Arabic-Indic digits and their signs of decimals, thousands and percent. A word with a
 * Latin letter stays as it is: a code, a file, an address.
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
