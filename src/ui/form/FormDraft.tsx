import { Alert, Box, Button } from '@mui/material';
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { SaveContext } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { currentSession } from '../../dataProvider/session';
import { useText } from '../../i18n/useText';
import { AskBeforeLeaving } from '../dialog/QuestionDialog';
import { type Draft, draftKey, forgetDraft, readDraft, useDraftGone, useDraftWriter } from './drafts';

interface FormDraftProps {
  /** Tells two forms on one route apart. */
  name?: string;
}

/**
 * Inside a form: what is typed is kept on the device until it is saved or dropped, and offered again after a reload
 * or a forced sign-in. Leaving the route with unsaved work asks first.
 */
export function FormDraft({ name = '' }: FormDraftProps) {
  // Of whoever opened the form: a session that ends leaves the draft with that person.
  const [userId] = useState(() => currentSession()?.user.id ?? 0);
  const { pathname } = useLocation();
  const key = draftKey(userId, `${pathname}${name && `#${name}`}`);
  const { getValues, setValue } = useFormContext();
  const [offered, setOffered] = useState(() => unsavedDraft(key, getValues));
  useDraftGone(key, () => setOffered(null));
  const { isDirty, own, drop } = useFormDraft(key);

  const restore = () => {
    if (!offered) return;
    for (const [field, value] of Object.entries(offered.values)) {
      setValue(field, value, { shouldDirty: true, shouldTouch: true });
    }
    // What somebody else has saved since then is not overwritten unseen: the server answers that it is stale.
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
      <AskBeforeLeaving isDirty={isDirty} onLeave={drop} />
    </>
  );
}

interface DraftOfferProps {
  draft: Draft;
  onRestore: () => void;
  onDiscard: () => void;
}

/** What was typed here and not saved, to be taken over or dropped. */
export function DraftOffer({ draft, onRestore, onDiscard }: DraftOfferProps) {
  const t = useText();
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

/** Keeps the changed values of the form until it has been saved or dropped. */
function useFormDraft(key: string) {
  const { control, getValues } = useFormContext();
  const { dirtyFields } = useFormState({ control });
  const values = useWatch({ control });
  const isOver = useRef(false);
  const names = Object.keys(dirtyFields);
  const count = names.length;
  const changed = useMemo(() => ({ values, count }), [values, count]);
  const { forget, own } = useDraftWriter(key, changed, () => {
    if (isOver.current) return null;
    const typed = Object.fromEntries(names.map((field) => [field, getValues(field)]));
    const version = versionIn(getValues());
    return { values: typed, ...(version === undefined ? {} : { version }) };
  });
  const drop = () => {
    isOver.current = true;
    forget();
  };
  useSaved(drop);
  return { isDirty: () => count > 0 && !isOver.current, own, drop };
}

/** The draft of a place; null where it says no more than the record does: it was saved, though the answer was lost. */
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

/** Calls back once the form around has been saved, before anything else follows from it. */
function useSaved(onSaved: () => void) {
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
