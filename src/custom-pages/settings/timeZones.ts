import { isTimeZone } from '../../../contract/rules/hijri';

export interface TimeZone {
  /** `Asia/Riyadh`. */
  id: string;
  /** In Arabic, after its land. */
  name: string;
}

const nameOf = (id: string) =>
  new Intl.DateTimeFormat('ar-u-nu-latn', { timeZone: id, timeZoneName: 'shortGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? id;

/** A zone with its Arabic name; under its own name where this browser does not know it. */
export const timeZone = (id: string): TimeZone => ({ id, name: isTimeZone(id) ? nameOf(id) : id });

let known: TimeZone[] | undefined;

/** Every zone that this browser knows. Naming them takes a moment: they are named once, when first asked for. */
export const timeZones = (): readonly TimeZone[] =>
  (known ??= Intl.supportedValuesOf('timeZone').map(timeZone));
