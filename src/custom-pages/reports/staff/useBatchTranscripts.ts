import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { BatchForm, BatchWork } from '../../../../contract/papers';
import type { Api } from '../../../dataProvider';
import { useText } from '../../../i18n/useText';
import { download } from '../../../ui/report/excelFile';
import { sentenceOf } from '../../../ui/page/sentenceOf';

/** So often the server is asked how far it has come. */
const pauseMs = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs));

/** Has the transcripts of a batch made, follows them, and hands over the file. */
export function useBatchTranscripts() {
  const t = useText();
  const api = useDataProvider<Api>();
  const [work, setWork] = useState<BatchWork | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  /** The work that is waited for; another one, or none, ends the waiting. */
  const awaited = useRef<string | null>(null);
  /** Rises with each giving up, so that one which comes before the work has its number counts too. */
  const givenUp = useRef(0);

  // One that is gone already needs no cancelling.
  const giveUp = (id: string) => void api.cancelTranscripts(id).catch(() => undefined);
  const cancel = () => {
    const id = awaited.current;
    awaited.current = null;
    givenUp.current += 1;
    if (id !== null) giveUp(id);
  };
  const cancelAtEnd = useRef(cancel);
  useEffect(() => {
    cancelAtEnd.current = cancel;
  });
  useEffect(() => () => cancelAtEnd.current(), []);

  /** @returns whether the file was handed over */
  const follow = async (begun: BatchWork): Promise<boolean> => {
    let now = begun;
    while (now.state === 'running') {
      await pause();
      if (awaited.current !== begun.id) return false;
      now = await api.transcriptsWork(begun.id);
      setWork(now);
    }
    if (awaited.current !== begun.id) return false;
    if (now.state === 'failed') {
      setProblem(t('staffReports.workFailed'));
      return false;
    }
    const { file, name } = await api.transcriptsFile(begun.id);
    download(file, name);
    return true;
  };

  const begin = async (batchName: string, form: BatchForm) => {
    setIsRunning(true);
    setProblem(null);
    setWork(null);
    const round = givenUp.current;
    try {
      const begun = await api.startTranscripts({ batchName, form });
      if (!begun) return setProblem(t('staffReports.batchMissing'));
      if (givenUp.current !== round) return giveUp(begun.id);
      awaited.current = begun.id;
      setWork(begun);
      if (await follow(begun)) void api.noteReport({ type: 'transcript', action: 'exported', batchName });
    } catch (failure) {
      setProblem(sentenceOf(failure, t('ui.unexpected')));
    } finally {
      awaited.current = null;
      setIsRunning(false);
    }
  };
  return { work, problem, isRunning, begin, cancel };
}
