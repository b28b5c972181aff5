import { Box } from '@mui/material';
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
import { AskBeforeLeaving, type SaveAndReport } from '../dialog/AskBeforeLeaving';
import { DraftOffer } from './DraftOffer';
import { type Draft, draftKey, deleteDraft, readDraft, useDraftRemoval, useDraftWriter } from './drafts';

interface FormDraftProps {
  /** Distinguishes two forms of one route. */
  name?: string;
}

/** Stores typed values on the device. Offers them after a reload or a forced sign-in. */
export function FormDraft({ name = '' }: FormDraftProps) {
  // The draft belongs to the user who opened the form, even after the session ends.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const { pathname } = useLocation();
  const key = draftKey(userId, `${pathname}${name && `#${name}`}`);
  const { getValues, setValue } = useFormContext();
  const [offeredDraft, setOfferedDraft] = useState(() => findUnsavedDraft(key, getValues));
  useDraftRemoval(key, () => setOfferedDraft(null));
  const { isDirty, isFinished, adopt, discardTyped } = useFormDraft(key);
  const { marker, submit } = useSubmit(isFinished);

  const restore = () => {
    if (!offeredDraft) return;
    for (const [field, value] of Object.entries(offeredDraft.values)) {
      setValue(field, value, { shouldDirty: true, shouldTouch: true });
    }
    // With the draft's version, the server answers STALE if another user has saved.
    if (offeredDraft.version !== undefined)
      setValue('version', Math.min(offeredDraft.version, readVersion(getValues()) ?? offeredDraft.version));
    adopt(key, offeredDraft);
    setOfferedDraft(null);
  };
  const discard = () => {
    deleteDraft(key);
    setOfferedDraft(null);
  };
  return (
    <>
      {offeredDraft && (
        <Box sx={{ mb: 2 }}>
          <DraftOffer draft={offeredDraft} onRestore={restore} onDiscard={discard} />
        </Box>
      )}
      <span ref={marker} hidden />
      <AskBeforeLeaving isDirty={isDirty} onLeave={discardTyped} save={submit} />
    </>
  );
}

function useFormDraft(key: string) {
  const { control, getValues } = useFormContext();
  const { dirtyFields } = useFormState({ control });
  const currentValues = useWatch({ control });
  const hasFinished = useRef(false);
  const names = Object.keys(dirtyFields);
  const count = names.length;
  const changed = useMemo(() => ({ values: currentValues, count }), [currentValues, count]);
  const { clear, adopt } = useDraftWriter(key, changed, () => {
    if (hasFinished.current) return null;
    const typedValues = Object.fromEntries(names.map((field) => [field, getValues(field)]));
    const version = readVersion(getValues());
    return { values: typedValues, ...(version === undefined ? {} : { version }) };
  });
  const discardTyped = () => {
    hasFinished.current = true;
    clear();
  };
  useOnFormSaved(discardTyped);
  return {
    isDirty: () => count > 0 && !hasFinished.current,
    isFinished: () => hasFinished.current,
    adopt,
    discardTyped,
  };
}

/** Submits the surrounding form. Calls `onEnd` after the form's own handlers. */
function useSubmit(isFinished: () => boolean): {
  marker: RefObject<HTMLSpanElement | null>;
  submit: SaveAndReport;
} {
  const { subscribe } = useFormContext();
  const marker = useRef<HTMLSpanElement>(null);
  const pending = useRef<(() => void) | null>(null);
  const finish = useEffectEvent(() => pending.current?.());
  // If the form resets after a save, this component unmounts. The attempt then ends.
  useLayoutEffect(() => () => finish(), []);
  return {
    marker,
    submit: (onEnd) => {
      const stop = subscribe({
        formState: { submitCount: true },
        // `submitCount` rises at the end of an attempt. A form that resets starts again at 0.
        callback: () => pending.current?.(),
      });
      pending.current = () => {
        pending.current = null;
        stop();
        onEnd(isFinished());
      };
      marker.current?.closest('form')?.requestSubmit();
    },
  };
}

/** Null if the draft equals the record: the record was saved, and only the answer was lost. */
function findUnsavedDraft(key: string, getValues: (field: string) => unknown): Draft | null {
  const draft = readDraft(key);
  const text = (value: unknown) => JSON.stringify(value ?? '');
  const isNew = ([field, value]: [string, unknown]) => text(value) !== text(getValues(field));
  return draft && Object.entries(draft.values).some(isNew) ? draft : null;
}

function readVersion({ version }: Record<string, unknown>): number | undefined {
  return typeof version === 'number' ? version : undefined;
}

type Next = (...parameters: unknown[]) => Promise<unknown>;

/** Runs before react-admin's own `onSuccess`. */
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
