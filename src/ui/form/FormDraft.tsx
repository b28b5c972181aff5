import { Alert, Box, Button } from '@mui/material';
import {
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SaveContext } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { currentSession } from '../../dataProvider/session';
import { t } from '../../i18n/text';
import { AskBeforeLeaving, type SaveThen } from '../dialog/AskBeforeLeaving';
import { type Draft, draftKey, forgetDraft, readDraft, useDraftGone, useDraftWriter } from './drafts';

interface FormDraftProps {
  /** Needed if a route has two forms. */
  name?: string;
}

/**
 * Inside a form: keeps what is typed on the device until it is saved or discarded, and offers it again after a reload or
 * a forced sign-in. Asks before the person leaves the route with unsaved work.
 */
export function FormDraft({ name = '' }: FormDraftProps) {
  // The person who opened the form: the draft stays theirs when the session ends.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const { pathname } = useLocation();
  const key = draftKey(userId, `${pathname}${name && `#${name}`}`);
  const { getValues, setValue } = useFormContext();
  const [offered, setOffered] = useState(() => unsavedDraft(key, getValues));
  useDraftGone(key, () => setOffered(null));
  const { isDirty, isOver, own, drop } = useFormDraft(key);
  const { place, submit } = useSubmit(isOver);

  const restore = () => {
    if (!offered) return;
    for (const [field, value] of Object.entries(offered.values)) {
      setValue(field, value, { shouldDirty: true, shouldTouch: true });
    }
    // The version of the draft: if somebody saved since then, the server answers STALE instead of overwriting.
    if (offered.version !== undefined)
      setValue('version', Math.min(offered.version, versionIn(getValues()) ?? offered.version));
    own(key, offered);
    setOffered(null);
  };
  const discard = () => {
    forgetDraft(key);
    setOffered(null);
  };
  return (
    <>
      {offered && (
        <Box sx={{ mb: 2 }}>
          <DraftOffer draft={offered} onRestore={restore} onDiscard={discard} />
        </Box>
      )}
      <span ref={place} hidden />
      <AskBeforeLeaving isDirty={isDirty} onLeave={drop} save={submit} />
    </>
  );
}

interface DraftOfferProps {
  draft: Draft;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers an unsaved draft: to restore or to discard. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Alert
      severity="info"
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <>
          <Button color="inherit" onClick={onRestore}>
            {t('ui.draftRestore')}
          </Button>
          <Button color="inherit" onClick={onDiscard}>
            {t('ui.draftDiscard')}
          </Button>
        </>
      }
    >
      {t('ui.draftFound', { when: timeOf(draft.at) })}
    </Alert>
  );
}

/** Keeps the changed values of the form on the device until it is saved or discarded. */
function useFormDraft(key: string) {
  const { control, getValues } = useFormContext();
  const { dirtyFields } = useFormState({ control });
  const values = useWatch({ control });
  const isFinished = useRef(false);
  const names = Object.keys(dirtyFields);
  const count = names.length;
  const changed = useMemo(() => ({ values, count }), [values, count]);
  const { forget, own } = useDraftWriter(key, changed, () => {
    if (isFinished.current) return null;
    const typed = Object.fromEntries(names.map((field) => [field, getValues(field)]));
    const version = versionIn(getValues());
    return { values: typed, ...(version === undefined ? {} : { version }) };
  });
  const drop = () => {
    isFinished.current = true;
    forget();
  };
  useOnFormSaved(drop);
  return { isDirty: () => count > 0 && !isFinished.current, isOver: () => isFinished.current, own, drop };
}

/**
 * Sends the form that `place` stands in as its button would, and tells whether that saved it: after all that the form
 * itself does then, as going back to its list.
 */
function useSubmit(isOver: () => boolean): { place: RefObject<HTMLSpanElement | null>; submit: SaveThen } {
  const { subscribe } = useFormContext();
  const place = useRef<HTMLSpanElement>(null);
  const waiting = useRef<(() => void) | null>(null);
  const end = useEffectEvent(() => waiting.current?.());
  // A form that begins anew once it is saved ends with that.
  useLayoutEffect(() => () => end(), []);
  return {
    place,
    submit: (onEnd) => {
      const stop = subscribe({
        formState: { submitCount: true },
        // Counted at the end of an attempt, and from nought by a form that begins anew with what was saved.
        callback: () => waiting.current?.(),
      });
      waiting.current = () => {
        waiting.current = null;
        stop();
        onEnd(isOver());
      };
      place.current?.closest('form')?.requestSubmit();
    },
  };
}

/** The draft under a key; null if it equals the record: it was saved, though the answer was lost. */
function unsavedDraft(key: string, getValues: (field: string) => unknown): Draft | null {
  const draft = readDraft(key);
  const text = (value: unknown) => JSON.stringify(value ?? '');
  const isNew = ([field, value]: [string, unknown]) => text(value) !== text(getValues(field));
  return draft && Object.entries(draft.values).some(isNew) ? draft : null;
}

function versionIn({ version }: Record<string, unknown>): number | undefined {
  return typeof version === 'number' ? version : undefined;
}

const timeOf = (at: string) =>
  new Intl.DateTimeFormat('ar-SA-u-ca-gregory-nu-latn', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(at),
  );

type Next = (...parameters: unknown[]) => Promise<unknown>;

/** Calls `onSaved` when the form around is saved, before react-admin's own `onSuccess`. */
function useOnFormSaved(onSaved: () => void) {
  const saveContext = useContext(SaveContext) as Partial<React.ContextType<typeof SaveContext>> | undefined;
  const register = saveContext?.registerMutationMiddleware;
  const unregister = saveContext?.unregisterMutationMiddleware;
  const latest = useRef(onSaved);
  useEffect(() => {
    latest.current = onSaved;
  });
  const middleware = useCallback(async (...parameters: unknown[]) => {
    const next = parameters.pop() as Next;
    const result = await next(...parameters);
    latest.current();
    return result;
  }, []);
  useEffect(() => {
    if (!register || !unregister) return undefined;
    register(middleware);
    return () => unregister(middleware);
  }, [middleware, register, unregister]);
}
