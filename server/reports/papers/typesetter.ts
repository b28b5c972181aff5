import { Problem } from '../../problem';
import type { PaperData } from './paperData';
import { typesetterChild } from './typesetterChild';
import {
  type Typesetter,
  type TypesetterChild,
  typesetterOver,
  type TypesetRequest,
} from './typesetterProcess';

/** Papers by one process at a time, which is started when it is needed. */
export interface Typesetting {
  /** @throws NO_TYPESETTER where none can be had; the reason is its `cause` */
  required: () => Promise<Typesetter>;
  /** A PDF of papers. @throws NO_TYPESETTER, BUSY where too many wait, INTERNAL where it cannot be set */
  typeset: (data: PaperData, logo: TypesetRequest['logo']) => Promise<Uint8Array>;
}

/** @param begin starts a process */
export function typesettingBy(begin: () => TypesetterChild): Typesetting {
  let current: Typesetter | null = null;
  /** The last process, until it is gone: there are never two. */
  let leaving: Promise<void> = Promise.resolve();
  /** The platform lacks the native module: nobody need try again. */
  let isMissing = false;

  function started(): Typesetter {
    const own = typesetterOver(begin(), () => {
      if (current === own) current = null;
    });
    leaving = own.gone;
    return own;
  }

  async function required(): Promise<Typesetter> {
    if (isMissing) throw new Problem('NO_TYPESETTER');
    if (!current) await leaving;
    current ??= started();
    const own = current;
    const notThere = await own.notThere;
    if (notThere) {
      isMissing = notThere.isForGood;
      own.end();
      throw new Problem('NO_TYPESETTER', { cause: new Error(notThere.reason) });
    }
    own.wake();
    return own;
  }

  return { required, typeset: async (data, logo) => (await required()).set(data, logo) };
}

/** Of this server. */
export const { required: requireTypesetter, typeset } = typesettingBy(() => typesetterChild());
