import { Alert, AlertTitle, Box, Button, DialogContent, LinearProgress } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Api } from '../../dataProvider';
import { useApi } from '../../dataProvider/useApi';
import { useSession } from '../../dataProvider/session';
import { Problem } from '../../features/import/Problem';
import type { SavedImport } from '../../features/import/importRecord';
import { isImportLocked, savedImports } from '../../features/import/savedImports';
import { t } from '../../i18n/text';
import { problemMessage } from '../../ui/page/problemMessage';
import { formatAgo, useNow } from '../../ui/page/useAgo';
import { RunDialog } from './RunDialog';
import { useImportWorker } from './useImportWorker';
import { useRuns } from './useRuns';

/** Lists imports that a closed page has interrupted, with a button to resume each. */
export function UnfinishedImports() {
  const now = useNow();
  const notify = useNotify();
  const { imports, discard, reload } = useUnfinished();
  const [resumedImport, setResumedImport] = useState<SavedImport | null>(null);
  const discardImport = async (savedImport: SavedImport) => {
    await discard(savedImport);
    notify(t('importsEnd.discarded'), { type: 'info' });
  };
  return (
    <>
      {imports
        .filter(({ id }) => id !== resumedImport?.id)
        .map((savedImport) => (
          <Alert key={savedImport.id} severity="warning" role="status">
            <AlertTitle>{t('importsEnd.unfinished')}</AlertTitle>
            {t('importsEnd.unfinishedText', {
              name: savedImport.name,
              when: formatAgo(savedImport.startedAt, now),
            })}
            <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
              <Button variant="contained" onClick={() => setResumedImport(savedImport)}>
                {t('importsEnd.resume')}
              </Button>
              <Button onClick={() => void discardImport(savedImport)}>{t('importsEnd.discard')}</Button>
            </Box>
          </Alert>
        ))}
      {resumedImport && (
        <ResumeDialog
          savedImport={resumedImport}
          onClose={() => {
            setResumedImport(null);
            reload();
          }}
        />
      )}
    </>
  );
}

/** Loads the user's unfinished imports on this device, except those that run in another window. */
function useUnfinished() {
  const userId = useSession()?.user.id ?? 0;
  const queryClient = useQueryClient();
  const queryKey = ['unfinishedImports', userId];
  const { data = [] } = useQuery({
    queryKey,
    // A device without storage has no unfinished imports.
    queryFn: () => unfinishedImports(userId).catch((): SavedImport[] => []),
    staleTime: 0,
  });
  return {
    imports: data,
    reload: () => void queryClient.invalidateQueries({ queryKey }),
    discard: async ({ id }: SavedImport) => {
      await savedImports.remove(id);
      await queryClient.invalidateQueries({ queryKey });
    },
  };
}

async function unfinishedImports(userId: number): Promise<SavedImport[]> {
  const saved = await savedImports.list(userId);
  const lockStates = await Promise.all(saved.map(({ id }) => isImportLocked(id)));
  return saved.filter((_, index) => lockStates[index] === false);
}

/** Resumes an import with the same requests and keys, so that the server stores nothing twice. */
function ResumeDialog({ savedImport, onClose }: { savedImport: SavedImport; onClose: () => void }) {
  const getWorker = useImportWorker();
  const runs = useRuns(getWorker);
  const { begin } = runs;
  // The effect depends on the provider, because the provider is stable and its methods are not.
  const provider = useApi();
  const [problem, setProblem] = useState<string[]>([]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const prepare = async () => {
      const openResult = await getWorker().open(savedImport.source);
      if ('problem' in openResult) throw new Error(openResult.problem.kind);
      for (const part of savedImport.parts) await getWorker().check(part);
      const isRestart = await isUndone(savedImport.id, provider);
      begin(isRestart ? { ...savedImport, round: savedImport.round + 1 } : savedImport, !isRestart);
    };
    prepare().catch((failure) => setProblem([problemMessage(failure, t('imports.problems.unreadable'))]));
  }, [getWorker, begin, provider, savedImport]);
  return (
    <RunDialog
      title={savedImport.name}
      runs={runs}
      getWorker={getWorker}
      hasManySheets={savedImport.parts.length > 1}
      onClose={onClose}
    >
      <DialogContent>
        <Problem messages={problem} />
        {problem.length === 0 && <LinearProgress aria-label={t('imports.reading')} />}
      </DialogContent>
    </RunDialog>
  );
}

/** After an undo of the import, its stored responses are no longer true. */
async function isUndone(id: string, { importProgress }: Pick<Api, 'importProgress'>): Promise<boolean> {
  const answers = await savedImports.answers(id);
  if (answers.every(({ imported, updated, unchanged }) => imported + updated === unchanged)) return false;
  const progress = await importProgress(id);
  return progress !== null && progress.operation_id === null;
}
