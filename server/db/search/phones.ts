/* Keys of phone numbers, by which the search and comparisons find all spellings of a number. */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { splitPhones } from '../../../contract/rules/phones';

const mobileTypes: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * The first number of a text in E.164. Null if its country is unknown.
 * @param country the country of numbers without `+` and `00`, if they are its mobile numbers
 */
export function phoneKey(text: string, country: string): string | null {
  const [number] = splitPhones(text).numbers;
  if (number === undefined) return null;
  if (/^(?:\+|00)/.test(number)) return internationalKey(number.replace(/^00/, '+'));
  const local = isSupportedCountry(country) ? parsePhoneNumberFromString(number, country) : undefined;
  if (local?.isValid() && mobileTypes.has(local.getType())) return local.number;
  return internationalKey(`+${number}`);
}

function internationalKey(number: string): string | null {
  const phone = parsePhoneNumberFromString(number);
  return phone?.isValid() ? phone.number : null;
}

/** The search matches each part of these terms, and parts of two digits only at the beginning of a term. */
export function phoneTerms(key: string): string[] {
  const phone = parsePhoneNumberFromString(key);
  const national = phone ? [phone.nationalNumber, `0${phone.nationalNumber}`] : [];
  return [`00${key.slice(1)}`, ...national];
}

export const isCountry: (country: string) => boolean = isSupportedCountry;
